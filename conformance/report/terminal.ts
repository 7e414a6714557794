import { stripVTControlCharacters } from "node:util";
import { type CheckEvent, type Verdict, verdicts } from "../base/events.ts";
import { questionName } from "../base/question-name.ts";
import { countsOf, countVerdicts } from "../base/summary.ts";
import { clip, count, duration, fit, moment, oneLine, wrap } from "../base/text.ts";
import { type Cause, causesOf, heldBackIds } from "./causes.ts";
import { type Paint, painter, type Style, signs, verdictStyles } from "./color.ts";
import {
  bounded,
  causeLines,
  causeTitle,
  decidingCurl,
  type EvidenceLine,
  evidenceLines,
  receivedLine,
  sentLine,
} from "./evidence.ts";
import type { RunLog } from "./log.ts";
import { coverageOf, exchangesOf, isBad, isKnownFailure, type Section, sectionsOf } from "./model.ts";
import { outcomeOf } from "./outcome.ts";
import { questionsOf } from "./questions.ts";

/** Options of the terminal report. */
export interface TerminalOptions {
  readonly color: boolean;
  /** Columns of the terminal; at most 120 are used. */
  readonly width: number;
  /** `quiet`: failures and the ending; `normal`: the sections too; `verbose`: every check and exchange. */
  readonly verbosity?: "quiet" | "normal" | "verbose";
}

interface Page extends Omit<Required<TerminalOptions>, "color"> {
  readonly log: RunLog;
  readonly paint: Paint;
}

/** The report for a terminal; server data in it can't control the terminal. */
export function renderReport(log: RunLog, { color, width, verbosity = "normal" }: TerminalOptions): string {
  const page: Page = {
    log,
    paint: painter(color),
    width: Math.min(Math.max(width || 80, 40), 120),
    verbosity,
  };
  // If nothing could be exercised, all checks say the same, and the end of the report states it once.
  const isTold =
    log.checks.length <= 10 ||
    verbosity === "verbose" ||
    log.end === null ||
    log.checks.some(({ verdict }) => verdict !== "inconclusive" && verdict !== "skipped");
  const causes = causesOf(log);
  const lines = [
    ...(verbosity === "quiet" ? [] : head(page)),
    ...causes.flatMap((cause) => causeBlock(page, cause)),
    ...(isTold ? sections(page, verbosity === "verbose" ? new Set() : heldBackIds(causes)) : []),
    ...(isTold && verbosity !== "quiet" ? answers(page) : []),
    ...ending(page),
  ];
  return `${lines.join("\n")}\n`.replace(/\n{3,}/g, "\n\n").replace(/^\n+/, "");
}

function head(page: Page): string[] {
  const { run, end, exchanges } = page.log;
  const facts: EvidenceLine[] = [
    [
      run.party === "client" ? "client of" : "target",
      `${run.target.baseUrl}${run.target.sandbox ? " (sandbox)" : ""}`,
    ],
    ["suite", `${run.suite.name} ${run.suite.version}, description ${run.description.version}`],
    ["started", `${moment(run.startedAt)}${end === null ? "" : `, took ${duration(end.durationMs)}`}`],
    ["requests", `${count(end?.requests ?? exchanges.length, "request")}${drawnBy(page.log)}`],
  ];
  if (end?.clock) {
    const { offsetMs, uncertaintyMs } = end.clock;
    facts.push(["clock", `the server's is ${offsetMs} ms off ours, ± ${uncertaintyMs} ms`]);
  }
  return [page.paint("bold", "Partner Card API conformance"), ...labelled(page, bounded(facts), 0, 10)];
}

/** How far what was drawn reached, and what draws the same again; nothing for a run that drew nothing. */
function drawnBy({ run, end }: RunLog): string {
  if (end?.drawn === undefined || end.drawn.requests === 0) return "";
  const { requests, defects, met, possible } = end.drawn;
  if (typeof run.options.case === "string") return `, ${requests} of them in the case ${run.options.case}`;
  const reach = `${count(defects, "defect")} met ${Math.floor((100 * met) / possible)} % of the spellings`;
  return `, drawn with --seed ${run.options.seed}: ${reach}`;
}

/** Labels of commands. */
const commands: readonly string[] = ["repeat", "curl"];

/** Labels with text beside them; continuation lines are indented to the text column. */
function labelled(
  { paint, width }: Page,
  lines: readonly EvidenceLine[],
  indent: number,
  column: number,
  style: Style = "dim",
): string[] {
  return lines.flatMap(([label, text]) => {
    // A command stays on one line, so that it can be copied.
    const parts = commands.includes(label) ? text.split("\n") : wrap(text, width - indent - column);
    return parts.map(
      (part, index) =>
        `${" ".repeat(indent)}${paint(style, (index === 0 ? label : "").padEnd(column))}${part}`,
    );
  });
}

function paragraph({ width }: Page, text: string, indent = 0, most = 1000): string[] {
  return wrap(oneLine(clip(text, most)), width - indent).map((line) => " ".repeat(indent) + line);
}

/** A cause of many inconclusive checks; the checks themselves are listed only in a verbose report. */
function causeBlock(page: Page, cause: Cause): string[] {
  const { paint, width } = page;
  const sign = `${paint("yellow", signs.inconclusive)} `;
  const title = wrap(causeTitle(cause), width - 4);
  return [
    "",
    ...title.map((line, index) => `${index === 0 ? sign : "    "}${paint("bold", line)}`),
    ...labelled(page, causeLines(cause), 4, 11),
  ];
}

/** The sections with their checks, except those that are listed with their cause. */
function sections(page: Page, told: ReadonlySet<string>): string[] {
  const used = verdicts.filter((verdict) => page.log.checks.some((check) => check.verdict === verdict));
  return [
    "",
    ...sectionsOf(page.log).flatMap((section) => [
      ...(page.verbosity === "quiet" ? [] : [sectionLine(page, section, used)]),
      ...section.checks.filter(({ id }) => !told.has(id)).flatMap((check) => checkLines(page, check)),
    ]),
  ];
}

/** The name of a section, and its counts in aligned columns. */
function sectionLine(
  { paint, width }: Page,
  { name, checks, missing }: Section,
  used: readonly Verdict[],
): string {
  const counts = countVerdicts(checks);
  const cells = used.map((verdict) => {
    const cell = counts[verdict] === 0 ? "" : `${signs[verdict]} ${counts[verdict]}`;
    return paint(verdictStyles[verdict], cell.padStart(6));
  });
  const lost = missing > 0 ? `  ${missing} not run` : "";
  const room = Math.max(width - used.length * 6 - lost.length, 12);
  const title = paint("bold", fit(oneLine(name), room).padEnd(room));
  return `${title}${cells.join("")}${paint("yellow", lost)}`.trimEnd();
}

function checkLines(page: Page, check: CheckEvent): string[] {
  const { paint, width, verbosity } = page;
  const isExplained = isBad(check);
  if (!isExplained && verbosity === "quiet") return [];
  if (!isExplained && check.verdict !== "inconclusive" && verbosity !== "verbose") return [];
  const sign = paint(verdictStyles[check.verdict], signs[check.verdict]);
  const known = isKnownFailure(check) ? paint("yellow", " (known failure)") : "";
  const lines = [
    `  ${sign} ${paint("bold", fit(oneLine(check.id), width - 20))}${known}`,
    ...(isExplained ? paragraph(page, check.title, 4) : []),
    ...paragraph(page, check.message, 4),
    ...(isExplained ? labelled(page, evidenceLines(page.log, check), 4, 11) : []),
    ...(verbosity === "verbose" ? [...exchangeLines(page, check), ...curlLines(page, check)] : []),
  ];
  return isExplained ? ["", ...lines, ""] : lines;
}

function exchangeLines(page: Page, check: CheckEvent): string[] {
  return exchangesOf(page.log, check).flatMap((exchange) => {
    const line = `${exchange.id} ${sentLine(exchange)} → ${receivedLine(exchange)} in ${duration(exchange.durationMs)}`;
    return paragraph(page, line, 6, 500).map((part) => page.paint("dim", part));
  });
}

/** How to send the deciding request of a failed check again by hand. */
function curlLines(page: Page, check: CheckEvent): string[] {
  const text = decidingCurl(page.log, check);
  return text === null ? [] : labelled(page, [["curl", text]], 4, 11);
}

/** The answers to the open questions as a short table. */
function answers(page: Page): string[] {
  const { paint, width, verbosity } = page;
  const all = questionsOf(page.log);
  const answered = all.filter(({ answer }) => answer !== null);
  // A client answers no question, unless it is asked on which answers it relies.
  if (page.log.run.party === "client" && answered.length === 0) return [];
  const left = all.length - answered.length;
  const shown = verbosity === "verbose" ? all : answered;
  const names = Math.max(...shown.map(({ requirement }) => requirement.id.length - "gap.".length), 0) + 2;
  const rows = shown.map(({ requirement, answer, description }): EvidenceLine => {
    const name = questionName(requirement.id).padEnd(names);
    return [`${name}${fit(oneLine(answer ?? "–"), 16)}`, oneLine(clip(description, 200))];
  });
  const column = Math.max(...rows.map(([label]) => label.length), 0) + 2;
  const title = `Where the specification is silent: ${answered.length} of ${count(all.length, "question")} answered`;
  return [
    "",
    paint("bold", fit(title, width)),
    ...labelled(page, rows, 2, column, "blue"),
    ...(left > 0 && verbosity !== "verbose"
      ? [paint("dim", `  ${left} not answered; the HTML report says why`)]
      : []),
  ];
}

/** The counts and the outcome of the run. */
function ending(page: Page): string[] {
  const { log, paint } = page;
  const { exitCode, title, meaning, reasons, leftChanged } = outcomeOf(log);
  const { rules } = coverageOf(log);
  const style = exitCode === 0 ? "green" : exitCode === 1 || exitCode === 4 ? "red" : "yellow";
  const lines = (text: string) => paragraph(page, text, 0, 2000);
  return [
    "",
    `${log.checks.length} of ${count(log.run.expected, "check")}, ${rules.exercised} of ${rules.all} rules exercised`,
    ...countLines(page),
    ...(leftChanged === null ? [] : lines(`Left changed: ${leftChanged}`).map((line) => paint("red", line))),
    ...reasons.flatMap(lines).map((line) => paint("yellow", line)),
    ...lines(`${title} (exit ${exitCode})`).map((line) => paint(style, paint("bold", line))),
    ...lines(meaning),
  ];
}

/** The counts by verdict, on as many lines as needed. */
function countLines({ log, paint, width }: Page): string[] {
  const lines: string[] = [];
  for (const [verdict, number] of countsOf(log.checks)) {
    const part = `${signs[verdict]} ${number} ${verdict}`;
    const last = lines.at(-1);
    const isFull = stripVTControlCharacters(last ?? "").length + part.length + 2 > width;
    const before = last === undefined || isFull ? "" : `${lines.pop()}  `;
    lines.push(before + paint(verdictStyles[verdict], part));
  }
  return lines;
}
