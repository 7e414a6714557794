/** The results of the benchmarks as a table, for people. */
import { median, quantile, type Samples } from "./rounds.ts";

/** One comparison. */
export interface Row {
  readonly what: string;
  /** Unit of the figures. */
  readonly unit: "µs of CPU" | "ms of CPU" | "ms";
  readonly samples: readonly Samples[];
  /** What ours must reach, as a multiple of the limit; undefined where nothing was set. */
  readonly goal?: number;
  /** What a profile (`--cpu-prof`) shows of ours, told where the goal is missed. */
  readonly profile?: string;
}

/** Ratios to the limit, round by round; undefined for a row without a limit. */
function ratiosOf({ samples }: Row, { figures }: Samples): readonly number[] | undefined {
  const limit = samples.find(({ part }) => part === "limit");
  return limit && figures.map((figure, round) => figure / (limit.figures[round] ?? Number.NaN));
}

const amount = (value: number) => value.toFixed(value < 10 ? 2 : 0);

function lineOf(row: Row, one: Samples): string {
  const ratios = ratiosOf(row, one);
  const ratio = ratios === undefined ? "" : median(ratios).toFixed(2);
  const between = (values: readonly number[], text: (value: number) => string) =>
    `${text(quantile(values, 0.25))} to ${text(quantile(values, 0.75))}`;
  const spread = ratios === undefined ? between(one.figures, amount) : between(ratios, (v) => v.toFixed(2));
  const goal = one.part === "ours" && row.goal !== undefined ? `≤ ${row.goal.toFixed(2)}` : "";
  const cells = [one.part, one.name, `${amount(median(one.figures))} ${row.unit}`, ratio, spread, goal];
  return `| ${cells.join(" | ")} |`;
}

/** Says by how much the goal of a row is missed; undefined where it is met. */
export function missed(row: Row): string | undefined {
  const ours = row.samples.find(({ part }) => part === "ours");
  const ratios = ours && ratiosOf(row, ours);
  if (row.goal === undefined || ratios === undefined || median(ratios) <= row.goal) return undefined;
  const over = ((median(ratios) / row.goal - 1) * 100).toFixed(0);
  return `**${row.what}** is ${over} % above what it must reach. ${row.profile ?? ""}`.trim();
}

/** The rows as Markdown, CPU time first. */
export function tableOf(rows: readonly Row[]): string {
  const sorted = [...rows].sort((a, b) => Number(b.unit.includes("CPU")) - Number(a.unit.includes("CPU")));
  return sorted
    .map((row) =>
      [
        `### ${row.what}`,
        "",
        "| | | Median | Ratio | Middle half | Must reach |",
        "|---|---|---|---|---|---|",
        ...row.samples.map((one) => lineOf(row, one)),
      ].join("\n"),
    )
    .join("\n\n");
}
