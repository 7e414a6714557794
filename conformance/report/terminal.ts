import { type CheckEvent, type Verdict, verdicts } from "../base/events.ts";
import { clip, count, duration, fit, moment, oneLine, wrap } from "../base/text.ts";
import { type Cause, causesOf, heldBackIds } from "./causes.ts";
import { palette, signs, verdictPaint } from "./color.ts";
import {
  causeLines,
  causeTitle,
  type EvidenceLine,
  evidenceLines,
  receivedLine,
  sentLine,
} from "./evidence.ts";
import type { RunLog } from "./log.ts";
import { countVerdicts, exchangesOf, isContradiction, type Section, sectionsOf } from "./model.ts";
import { answerLines, endLines, type Page } from "./terminal-end.ts";

/** How the report for a terminal looks. */
export interface TerminalOptions {
  readonly color: boolean;
  /** Columns of the terminal; more than 120 are not used. */
  readonly width: number;
  /** `quiet`: failures and the end; `normal`: the sections too; `verbose`: every check and exchange. */
  readonly verbosity?: "quiet" | "normal" | "verbose";
}

/** The report for people at a terminal; server data in it has no power over the terminal. */
export function renderReport(log: RunLog, options: TerminalOptions): string {
  const page: Page = {
    log,
    colors: palette(options.color),
    width: Math.min(Math.max(options.width || 80, 40), 120),
    verbosity: options.verbosity ?? "normal",
  };
  // Where nothing could be exercised, many checks all say the same: why stands at the end, once.
  const { passed, failed, observed, broken } = countVerdicts(log.checks);
  const few = log.checks.length <= 10;
  const told =
    few || page.verbosity === "verbose" || log.end === null || passed + failed + observed + broken > 0;
  const causes = causesOf(log);
  const blocks = [
    ...(page.verbosity === "quiet" ? [] : [head(page)]),
    ...causes.map((cause) => causeBlock(page, cause)),
    ...(told ? sectionBlocks(page, page.verbosity === "verbose" ? new Set() : heldBackIds(causes)) : []),
    ...(told && page.verbosity !== "quiet" ? [answerLines(page)] : []),
    endLines(page),
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
  const lines = wrap(oneLine(clip(text, 500)), width - indent - 10);
  return lines.map((line, index) => `${lead}${(index === 0 ? label : "").padEnd(10)}${line}`);
}

/** What holds back many checks; these are listed one by one only where everything is. */
function causeBlock(page: Page, cause: Cause): string[] {
  const { colors, width } = page;
  const [first = "", ...rest] = wrap(causeTitle(cause), width - 4);
  return [
    `${colors.yellow(signs.inconclusive)} ${colors.bold(first)}`,
    ...rest.map((line) => `    ${colors.bold(line)}`),
    ...labelled(page, causeLines(cause)),
  ];
}

/** The sections with what is to be said of their checks, except of those that are told elsewhere. */
function sectionBlocks(page: Page, told: ReadonlySet<string>): string[][] {
  const used = verdicts.filter((verdict) => page.log.checks.some((check) => check.verdict === verdict));
  const blocks: string[][] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) blocks.push(lines);
    lines = [];
  };
  for (const section of sectionsOf(page.log)) {
    if (page.verbosity !== "quiet") lines.push(sectionLine(page, section, used));
    for (const check of section.checks.filter(({ id }) => !told.has(id))) {
      const isExplained = explained.has(check.verdict);
      if (isExplained) flush();
      lines.push(...checkLines(page, check));
      if (isExplained) flush();
    }
  }
  flush();
  return blocks;
}

/** The name of a section, and its counts in columns under each other. */
function sectionLine(
  { colors, width }: Page,
  { name, checks, missing }: Section,
  used: readonly Verdict[],
): string {
  const counts = countVerdicts(checks);
  const cells = used.map((verdict) => {
    const cell = counts[verdict] === 0 ? "" : `${signs[verdict]} ${counts[verdict]}`;
    return verdictPaint(colors, verdict)(cell.padStart(6));
  });
  const lost = missing > 0 ? `  ${missing} not run` : "";
  const room = Math.max(width - used.length * 6 - lost.length, 12);
  return `${colors.bold(fit(oneLine(name), room).padEnd(room))}${cells.join("")}${colors.yellow(lost)}`.trimEnd();
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
  const lines = [`  ${sign} ${colors.bold(fit(oneLine(check.id), width - 20))}${known}`];
  const shown = isExplained ? [check.title, check.message] : [check.message];
  for (const text of shown)
    lines.push(...wrap(oneLine(clip(text, 1000)), width - 4).map((line) => `    ${line}`));
  if (isExplained) lines.push(...explanation(page, check));
  if (verbosity === "verbose") lines.push(...exchangeLines(page, check));
  return lines;
}

function explanation(page: Page, check: CheckEvent): string[] {
  return labelled(page, evidenceLines(check, exchangesOf(page.log, check)[0] ?? null));
}

function labelled({ colors, width }: Page, lines: readonly EvidenceLine[]): string[] {
  return lines.flatMap(([label, text]) => {
    // A command that is broken over lines can't be copied.
    const parts = label === "repeat" ? [text] : wrap(text, width - 15);
    return parts.map((part, index) => `    ${colors.dim((index === 0 ? label : "").padEnd(11))}${part}`);
  });
}

function exchangeLines({ log, colors, width }: Page, check: CheckEvent): string[] {
  return exchangesOf(log, check).flatMap((exchange) => {
    const line = `${exchange.id} ${sentLine(exchange)} → ${receivedLine(exchange)} in ${duration(exchange.durationMs)}`;
    return wrap(oneLine(clip(line, 500)), width - 6).map((part) => `      ${colors.dim(part)}`);
  });
}
