/** The results of the benchmarks as a table, for people. */
import { median, quantile, type Samples } from "./rounds.ts";

/** One comparison. */
export interface Row {
  readonly what: string;
  /** Unit of the figures. */
  readonly unit: string;
  readonly samples: readonly Samples[];
  /** The most that ours may be, as a multiple of the limit; undefined where nothing was set. */
  readonly goal?: number;
  /** The same where more is better: the least that ours may be, as a share of the limit. */
  readonly atLeast?: number;
  /** The most that ours may be in the unit of the row, where no limit says it. */
  readonly most?: number;
  /** What a profile (`--cpu-prof`) shows of ours, told where the goal is missed. */
  readonly profile?: string | undefined;
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
  const goal = one.part === "ours" ? goalOf(row) : "";
  const cells = [one.part, one.name, `${amount(median(one.figures))} ${row.unit}`, ratio, spread, goal];
  return `| ${cells.join(" | ")} |`;
}

function goalOf({ goal, atLeast, most, unit }: Row): string {
  if (goal !== undefined) return `≤ ${goal.toFixed(2)}`;
  if (atLeast !== undefined) return `≥ ${atLeast.toFixed(2)}`;
  return most === undefined ? "" : `≤ ${most} ${unit}`;
}

/** Says by how much the goal of a row is missed; undefined where it is met. */
export function missed(row: Row): string | undefined {
  const ours = row.samples.find(({ part }) => part === "ours");
  if (ours === undefined) return undefined;
  const ratio = median(ratiosOf(row, ours) ?? []);
  const { goal = Number.NaN, atLeast = Number.NaN, most = Number.NaN } = row;
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  const told = (by: string) => `**${row.what}** is ${by} what it must reach. ${row.profile ?? ""}`.trim();
  if (ratio > goal) return told(`${percent(ratio / goal - 1)} above`);
  if (ratio < atLeast) return told(`${percent(1 - ratio / atLeast)} below`);
  const figure = median(ours.figures);
  return figure > most ? told(`${percent(figure / most - 1)} above`) : undefined;
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
