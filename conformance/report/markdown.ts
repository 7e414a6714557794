import { type CheckEvent, verdicts } from "../base/events.ts";
import { countVerdicts } from "../base/summary.ts";
import { clip, count, duration, moment, oneLine, printable } from "../base/text.ts";
import { type Cause, causesOf, heldBackIds } from "./causes.ts";
import { signs } from "./color.ts";
import { causeLines, causeTitle, evidenceLines, evidenceText } from "./evidence.ts";
import type { RunLog } from "./log.ts";
import { coverageOf, isBad, isKnownFailure, sectionsOf } from "./model.ts";
import { outcomeOf } from "./outcome.ts";
import { questionsOf } from "./questions.ts";

/** GitHub accepts a comment of 65,536 characters and a job summary of 1 MiB; this fits both. */
const mostCharacters = 60_000;

/**
 * A text as Markdown that shows exactly that text, in a sentence or a table cell: anything Markdown, HTML or
 * GitHub (mentions, issue numbers, bare URLs, emoji names) would interpret becomes a character reference.
 */
export function inline(value: string, most = 500): string {
  const unsafe = /[^\p{L}\p{N} .,;:()=+"'%/?…↵–-]|:(?! )/gu;
  return oneLine(clip(value, most))
    .replace(unsafe, (character) => `&#${character.codePointAt(0)};`)
    .replace(/www\./gi, "www&#46;");
}

/** A sentence in which `backticks` mark code. */
function prose(text: string): string {
  return inline(text, 1000).replace(/&#96;(.+?)&#96;/g, "<code>$1</code>");
}

/** A text in a separate block, fenced so that no backticks in it can end the block. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${printable(text)}\n${fence}`;
}

/** The report for a CI job summary or a comment; what does not fit is counted, not cut in the middle. */
export function toMarkdown(log: RunLog): string {
  const causes = causesOf(log);
  const told = heldBackIds(causes);
  const blocks = [
    head(log),
    ...causes.map(causeBlock),
    sectionTable(log),
    ...log.checks.filter(isBad).map((check) => failure(log, check)),
    questionTable(log),
    ...listing(log, "inconclusive", told),
    ...listing(log, "skipped", told),
  ];
  let text = "";
  let left = 0;
  for (const block of blocks) {
    if (text.length + block.length + 200 > mostCharacters) left++;
    else text += `${block}\n\n`;
  }
  if (left > 0)
    text += `_${count(left, "part")} of this report left out for its size; the HTML report has them._`;
  return `${text.trimEnd()}\n`;
}

function head(log: RunLog): string {
  const { run, end, checks } = log;
  const { exitCode, title, meaning, reasons, leftChanged } = outcomeOf(log);
  const counts = countVerdicts(checks);
  const { rules, unspecified } = coverageOf(log);
  const took = end === null ? "" : `, took ${duration(end.durationMs)}`;
  const notes = [
    ...reasons.map((reason) => `- **Incomplete:** ${inline(reason)}`),
    ...(leftChanged === null ? [] : [`- **Left changed:** ${inline(leftChanged)}`]),
  ];
  return [
    `## ${exitCode === 0 ? "✅" : exitCode === 3 ? "⚠️" : "❌"} Partner Card API: ${inline(title)}`,
    "",
    `${inline(meaning)} Exit code ${exitCode}.`,
    "",
    ...(notes.length === 0 ? [] : [...notes, ""]),
    ...table(
      verdicts.map((verdict) => `${signs[verdict]} ${verdict}`),
      0,
      [verdicts.map((verdict) => String(counts[verdict]))],
    ),
    "",
    [
      `${inline(run.target.baseUrl)}${run.target.sandbox ? " (sandbox)" : ""}`,
      `${moment(run.startedAt)}${took}`,
      `${checks.length} of ${count(run.expected, "check")}`,
      `${rules.exercised} of ${rules.all} rules exercised`,
      `${unspecified.exercised} of ${unspecified.all} open questions answered`,
      `${inline(run.suite.name)} ${inline(run.suite.version)}`,
    ].join(" · "),
  ].join("\n");
}

/** A table whose columns from `numeric` on contain numbers. */
function table(titles: readonly string[], numeric: number, rows: readonly (readonly string[])[]): string[] {
  const alignment = titles.map((_, index) => (index < numeric ? "---" : "---:"));
  return [titles, alignment, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

function folded(title: string, lines: readonly string[]): string {
  return [`<details><summary>${title}</summary>`, "", ...lines, "", "</details>"].join("\n");
}

function causeBlock(cause: Cause): string {
  const evidence = causeLines(cause);
  const ids = cause.checks.map(({ id }) => inline(id, 120)).join(", ");
  return [
    `**${signs.inconclusive} ${inline(causeTitle(cause), 700)}**`,
    ...(evidence.length === 0 ? [] : [fenced(evidenceText(evidence))]),
    folded(`${count(cause.checks.length, "check")} held back`, [ids]),
  ].join("\n\n");
}

function sectionTable(log: RunLog): string {
  const rows = sectionsOf(log).map(({ name, checks, missing }) => {
    const counts = countVerdicts(checks);
    const title = `${inline(name, 120)}${missing > 0 ? ` (${missing} not run)` : ""}`;
    return [title, ...verdicts.map((verdict) => String(counts[verdict] || ""))];
  });
  return table(["Section", ...verdicts], 1, rows).join("\n");
}

function failure(log: RunLog, check: CheckEvent): string {
  return [
    `### ${signs[check.verdict]} ${inline(check.id, 120)}${isKnownFailure(check) ? " (known failure)" : ""}`,
    `**${inline(check.title)}** ${inline(check.message, 1000)}`,
    fenced(evidenceText(evidenceLines(log, check))),
  ].join("\n\n");
}

function questionTable(log: RunLog): string {
  const answered = questionsOf(log).filter(({ answer }) => answer !== null);
  if (answered.length === 0) return "No open question was answered.";
  const rows = answered.map(({ question, answer, description }) => [
    prose(question),
    inline(answer ?? ""),
    prose(clip(description, 200)),
  ]);
  const title =
    log.run.party === "client"
      ? "With which answers the client works where the specification is silent"
      : "What the server does where the specification is silent";
  return folded(title, table(["Question", "Answer", "In words"], 3, rows));
}

function listing(log: RunLog, verdict: "inconclusive" | "skipped", told: ReadonlySet<string>): string[] {
  const all = log.checks.filter((check) => check.verdict === verdict);
  const checks = all.filter(({ id }) => !told.has(id));
  if (checks.length === 0) return [];
  const others = checks.length < all.length ? "other " : "";
  const lines = checks.map(({ id, message }) => `- ${inline(id, 120)}: ${inline(message, 300)}`);
  return [folded(`${count(checks.length, `${others}check`)} ${verdict}`, lines)];
}
