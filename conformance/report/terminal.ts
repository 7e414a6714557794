import { type CheckEvent, type Verdict, verdicts } from "../events.ts";
import { type Palette, palette, signs, verdictPaint } from "./color.ts";
import { evidenceLines, receivedLine, sentLine } from "./evidence.ts";
import type { RunLog } from "./log.ts";
import {
  countVerdicts,
  coverageOf,
  exchangesOf,
  isContradiction,
  type Section,
  sectionsOf,
} from "./model.ts";
import { outcomeOf } from "./outcome.ts";
import { questionsOf } from "./questions.ts";
import { clip, count, duration, moment, oneLine, wrap } from "./text.ts";

/** How the report for a terminal looks. */
export interface TerminalOptions {
  readonly color: boolean;
  /** Columns of the terminal; more than 120 are not used. */
  readonly width: number;
  /** `quiet`: failures and the end; `normal`: the sections too; `verbose`: every check and exchange. */
  readonly verbosity?: "quiet" | "normal" | "verbose";
}

interface Page {
  readonly log: RunLog;
  readonly colors: Palette;
  readonly width: number;
  readonly verbosity: "quiet" | "normal" | "verbose";
}

/** The report for people at a terminal; server data in it has no power over the terminal. */
export function renderReport(log: RunLog, options: TerminalOptions): string {
  const page: Page = {
    log,
    colors: palette(options.color),
    width: Math.min(Math.max(options.width || 80, 40), 120),
    verbosity: options.verbosity ?? "normal",
  };
  const blocks = [
    ...(page.verbosity === "quiet" ? [] : [head(page)]),
    ...sectionBlocks(page),
    ...(page.verbosity === "quiet" ? [] : [questions(page)]),
    ending(page),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function head({ log: { run, end, exchanges }, colors, width }: Page): string[] {
  const sandbox = run.target.sandbox ? " (sandbox)" : "";
  const facts: [string, string][] = [
    ["target", `${run.target.baseUrl}${sandbox}`],
    ["suite", `${run.suite.name} ${run.suite.version}, description ${run.description.version}`],
    ["started", `${moment(run.startedAt)}${end === null ? "" : `, took ${duration(end.durationMs)}`}`],
    ["requests", count(end?.requests ?? exchanges.length, "request")],
  ];
  if (end?.clock) {
    const { offsetMs, uncertaintyMs } = end.clock;
    facts.push(["clock", `the server's is ${offsetMs} ms off ours, ± ${uncertaintyMs} ms`]);
  }
  return [
    colors.bold("Partner Card API conformance"),
    ...facts.flatMap(([label, text]) => field(label, text, 0, width)),
  ];
}

/** A label with text beside it; the text goes on below itself, never below the label. */
function field(label: string, text: string, indent: number, width: number): string[] {
  const lead = " ".repeat(indent);
  const lines = wrap(oneLine(text), width - indent - 10);
  return lines.map((line, index) => `${lead}${(index === 0 ? label : "").padEnd(10)}${line}`);
}

function sectionBlocks(page: Page): string[][] {
  const blocks: string[][] = [];
  let summary: string[] = [];
  for (const section of sectionsOf(page.log)) {
    if (page.verbosity !== "quiet") summary.push(sectionLine(page, section));
    const details = section.checks.flatMap((check) => checkLines(page, check));
    if (details.length > 0) {
      blocks.push([...summary, ...details]);
      summary = [];
    }
  }
  return summary.length > 0 ? [...blocks, summary] : blocks;
}

function sectionLine({ colors, width }: Page, { name, checks, missing }: Section): string {
  const counts = countVerdicts(checks);
  const parts = verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => [verdict, counts[verdict]] as const);
  const plain = parts.map(([verdict, number]) => `${number} ${verdict}`).join("  ");
  const painted = parts
    .map(([verdict, number]) => verdictPaint(colors, verdict)(`${number} ${verdict}`))
    .join("  ");
  const lost = missing > 0 ? `  ${missing} not run` : "";
  const title = clipTo(oneLine(name), Math.max(width - plain.length - lost.length - 2, 12));
  const gap = " ".repeat(Math.max(2, width - title.length - plain.length - lost.length));
  return `${colors.bold(title)}${gap}${painted}${colors.yellow(lost)}`;
}

function clipTo(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

const explained: ReadonlySet<Verdict> = new Set(["failed", "broken"]);

function checkLines(page: Page, check: CheckEvent): string[] {
  const { colors, width, verbosity } = page;
  const isExplained = explained.has(check.verdict);
  if (!isExplained && verbosity === "quiet") return [];
  if (!isExplained && check.verdict !== "inconclusive" && verbosity !== "verbose") return [];
  const sign = verdictPaint(colors, check.verdict)(signs[check.verdict]);
  const known =
    check.verdict === "failed" && !isContradiction(check) ? colors.yellow(" (known failure)") : "";
  const lines = [`  ${sign} ${colors.bold(oneLine(check.id))}${known}`];
  const shown = isExplained ? [check.title, check.message] : [check.message];
  for (const text of shown)
    lines.push(...wrap(clip(oneLine(text), 1000), width - 4).map((line) => `    ${line}`));
  if (isExplained) lines.push(...explanation(page, check));
  if (verbosity === "verbose") lines.push(...exchangeLines(page, check));
  return isExplained ? [...(verbosity === "quiet" ? [] : [""]), ...lines, ""] : lines;
}

function explanation({ log, colors, width }: Page, check: CheckEvent): string[] {
  const lines = evidenceLines(check, exchangesOf(log, check)[0] ?? null);
  return lines.flatMap(([label, text]) => {
    // A command that is broken over lines can't be copied.
    const parts = label === "repeat" ? [text] : wrap(text, width - 14);
    return parts.map((part, index) => `    ${colors.dim((index === 0 ? label : "").padEnd(10))}${part}`);
  });
}

function exchangeLines({ log, colors, width }: Page, check: CheckEvent): string[] {
  return exchangesOf(log, check).flatMap((exchange) => {
    const line = `${exchange.id} ${sentLine(exchange)} → ${receivedLine(exchange)} in ${duration(exchange.durationMs)}`;
    return wrap(clip(oneLine(line), 500), width - 6).map((part) => `      ${colors.dim(part)}`);
  });
}

function questions({ log, colors, width, verbosity }: Page): string[] {
  const all = questionsOf(log);
  const answered = all.filter(({ answer }) => answer !== null);
  const left = all.length - answered.length;
  const shown = verbosity === "verbose" ? all : answered;
  const title = `Where the specification is silent: ${answered.length} of ${count(all.length, "question")} answered`;
  const rows = shown.flatMap(({ requirement, answer, words }) => {
    const name = requirement.id.replace(/^gap\./, "");
    const text = wrap(clip(oneLine(words), 200), Math.max(width - 46, 20));
    return text.map((line, index) => {
      const first = index === 0 ? [name, oneLine(answer ?? "–")] : ["", ""];
      return `  ${(first[0] ?? "").padEnd(26)} ${colors.blue(clipTo(first[1] ?? "", 14).padEnd(15))} ${line}`.trimEnd();
    });
  });
  const rest =
    left > 0 && verbosity !== "verbose" ? [colors.dim(`  ${left} not answered; --verbose says why`)] : [];
  return [colors.bold(title), ...rows, ...rest];
}

function ending({ log, colors, width }: Page): string[] {
  const { exitCode, title, meaning, incomplete } = outcomeOf(log);
  const counts = countVerdicts(log.checks);
  const parts = verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => verdictPaint(colors, verdict)(`${signs[verdict]} ${counts[verdict]} ${verdict}`));
  const { stated, derived } = coverageOf(log);
  const paint = exitCode === 0 ? colors.green : exitCode === 1 || exitCode === 4 ? colors.red : colors.yellow;
  const left = log.end?.writes.leftChanged ?? null;
  return [
    `${count(log.checks.length, "check")} of ${log.run.expected}: ${parts.join("  ")}`,
    `${stated.exercised + derived.exercised} of ${stated.all + derived.all} rules exercised`,
    ...(left === null ? [] : wrap(`Left changed: ${oneLine(left)}`, width).map(colors.red)),
    ...incomplete.flatMap((reason) => wrap(oneLine(reason), width).map(colors.yellow)),
    paint(colors.bold(`${title} (exit ${exitCode})`)),
    ...wrap(meaning, width),
  ];
}
