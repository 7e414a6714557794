import { verdicts } from "../base/events.ts";
import { clip, count, fit, oneLine, wrap } from "../base/text.ts";
import { type Palette, signs, verdictPaint } from "./color.ts";
import type { RunLog } from "./log.ts";
import { countVerdicts, coverageOf } from "./model.ts";
import { outcomeOf } from "./outcome.ts";
import { questionsOf } from "./questions.ts";

/** What the parts of a report for a terminal need to know. */
export interface Page {
  readonly log: RunLog;
  readonly colors: Palette;
  readonly width: number;
  readonly verbosity: "quiet" | "normal" | "verbose";
}

/** The answers to the open questions as a short table. */
export function answerLines({ log, colors, width, verbosity }: Page): string[] {
  const all = questionsOf(log);
  const answered = all.filter(({ answer }) => answer !== null);
  const left = all.length - answered.length;
  const rows = (verbosity === "verbose" ? all : answered).map(({ requirement, answer, description }) => ({
    name: requirement.id.replace(/^gap\./, ""),
    answer: fit(oneLine(answer ?? "–"), 16),
    description: oneLine(clip(description, 200)),
  }));
  const names = Math.max(...rows.map(({ name }) => name.length), 0) + 2;
  const answers = Math.max(...rows.map(({ answer }) => answer.length), 0) + 2;
  return [
    colors.bold(
      fit(
        `Where the specification is silent: ${answered.length} of ${count(all.length, "question")} answered`,
        width,
      ),
    ),
    ...rows.flatMap(({ name, answer, description }) =>
      wrap(description, Math.max(width - names - answers - 2, 20)).map((line, index) =>
        index === 0
          ? `  ${name.padEnd(names)}${colors.blue(answer.padEnd(answers))}${line}`
          : `  ${" ".repeat(names + answers)}${line}`,
      ),
    ),
    ...(left > 0 && verbosity !== "verbose"
      ? [colors.dim(`  ${left} not answered; the HTML report says why`)]
      : []),
  ];
}

/** The counts and what the run comes to. */
export function endLines({ log, colors, width }: Page): string[] {
  const { exitCode, title, meaning, reasons } = outcomeOf(log);
  const { stated, derived } = coverageOf(log);
  const paint = exitCode === 0 ? colors.green : exitCode === 1 || exitCode === 4 ? colors.red : colors.yellow;
  const paragraph = (text: string) => wrap(oneLine(clip(text, 2000)), width);
  const left = log.end?.writes.leftChanged ?? null;
  return [
    `${log.checks.length} of ${count(log.run.expected, "check")}, ${stated.exercised + derived.exercised} of ${stated.all + derived.all} rules exercised`,
    ...countLines(log, colors, width),
    ...(left === null ? [] : paragraph(`Left changed: ${left}`).map(colors.red)),
    ...reasons.flatMap(paragraph).map(colors.yellow),
    ...paragraph(`${title} (exit ${exitCode})`).map((line) => paint(colors.bold(line))),
    ...paragraph(meaning),
  ];
}

/** The counts by verdict, on as many lines as they need. */
function countLines(log: RunLog, colors: Palette, width: number): string[] {
  const counts = countVerdicts(log.checks);
  const lines: { plain: string; painted: string }[] = [];
  for (const verdict of verdicts.filter((one) => counts[one] > 0)) {
    const plain = `${signs[verdict]} ${counts[verdict]} ${verdict}`;
    const painted = verdictPaint(colors, verdict)(plain);
    const last = lines.at(-1);
    if (last === undefined || last.plain.length + plain.length + 2 > width) {
      lines.push({ plain, painted });
    } else {
      last.plain += `  ${plain}`;
      last.painted += `  ${painted}`;
    }
  }
  return lines.map(({ painted }) => painted);
}
