import { type CheckEvent, verdicts } from "../base/events.ts";
import { clip, count, duration, moment, oneLine, printable } from "../base/text.ts";
import { type Cause, causesOf, heldBackIds } from "./causes.ts";
import { signs } from "./color.ts";
import { causeLines, causeTitle, evidenceLines, evidenceText } from "./evidence.ts";
import type { RunLog } from "./log.ts";
import { countVerdicts, coverageOf, exchangesOf, isContradiction, sectionsOf } from "./model.ts";
import { outcomeOf } from "./outcome.ts";
import { questionsOf } from "./questions.ts";

/** GitHub takes a comment of 65,536 characters and a job summary of 1 MiB; this fits both. */
const mostCharacters = 60_000;

/**
 * A text as Markdown that shows just that text, in a sentence or a table cell: whatever Markdown, HTML or
 * GitHub (mentions, issue numbers, bare addresses, emoji names) would act on becomes a character reference.
 */
export function inline(value: string, most = 500): string {
  const unsafe = /[^\p{L}\p{N} .,;:()=+"'%/?…↵–-]|:(?! )/gu;
  return oneLine(clip(value, most))
    .replace(unsafe, (character) => `&#${character.codePointAt(0)};`)
    .replace(/www\./gi, "www&#46;");
}

/** A sentence of ours, in which `backticks` set off code. */
function prose(text: string): string {
  const parts = text.split(/`([^`]+)`/);
  return parts
    .map((part, index) => (index % 2 === 1 ? `<code>${inline(part)}</code>` : inlinePart(part)))
    .join("");
}

/** {@link inline} for a part of a sentence, which keeps the spaces at its ends. */
function inlinePart(part: string): string {
  const [, before = "", inner = "", after = ""] = /^( *)(.*?)( *)$/s.exec(part) ?? [];
  return before + inline(inner) + after;
}

/** A text in a block of its own, fenced so that no backticks in it can end the block. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${printable(text)}\n${fence}`;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The report for the summary of a CI job or a comment; what does not fit is counted, not cut in the middle. */
export function toMarkdown(log: RunLog): string {
  const causes = causesOf(log);
  const told = heldBackIds(causes);
  const bad = log.checks.filter(({ verdict }) => verdict === "failed" || verdict === "broken");
  const blocks = [
    head(log),
    ...causes.map(causeBlock),
    sectionTable(log),
    ...bad.map((check) => failure(log, check)),
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
  const rest =
    left === 0
      ? ""
      : `_${count(left, "part")} of this report left out for its size; the HTML report has them._\n`;
  return `${text.trimEnd()}\n${rest === "" ? "" : `\n${rest}`}`;
}

function head(log: RunLog): string {
  const { run, end, checks } = log;
  const { exitCode, title, meaning, reasons } = outcomeOf(log);
  const counts = countVerdicts(checks);
  const { stated, derived, unspecified } = coverageOf(log);
  const took = end === null ? "" : `, took ${duration(end.durationMs)}`;
  const left = end?.writes.leftChanged ?? null;
  return [
    `## ${exitCode === 0 ? "✅" : exitCode === 3 ? "⚠️" : "❌"} Partner Card API: ${inline(title)}`,
    "",
    `${inline(meaning)} Exit code ${exitCode}.`,
    "",
    ...reasons.map((reason) => `- **Incomplete:** ${inline(reason)}`),
    ...(left === null ? [] : [`- **Left changed:** ${inline(left)}`]),
    ...(reasons.length > 0 || left !== null ? [""] : []),
    row(...verdicts.map((verdict) => `${signs[verdict]} ${verdict}`)),
    row(...verdicts.map(() => "---:")),
    row(...verdicts.map((verdict) => String(counts[verdict]))),
    "",
    [
      `${inline(run.target.baseUrl)}${run.target.sandbox ? " (sandbox)" : ""}`,
      `${moment(run.startedAt)}${took}`,
      `${checks.length} of ${count(run.expected, "check")}`,
      `${stated.exercised + derived.exercised} of ${stated.all + derived.all} rules exercised`,
      `${unspecified.exercised} of ${unspecified.all} open questions answered`,
      `${inline(run.suite.name)} ${inline(run.suite.version)}`,
    ].join(" · "),
  ].join("\n");
}

function causeBlock(cause: Cause): string {
  const evidence = evidenceText(causeLines(cause));
  return [
    `**${signs.inconclusive} ${inline(causeTitle(cause), 700)}**`,
    "",
    ...(evidence.length === 0 ? [] : [fenced(evidence.join("\n")), ""]),
    `<details><summary>${count(cause.checks.length, "check")} held back</summary>`,
    "",
    cause.checks.map(({ id }) => inline(id, 120)).join(", "),
    "",
    "</details>",
  ].join("\n");
}

function sectionTable(log: RunLog): string {
  const rows = sectionsOf(log).map(({ name, checks, missing }) => {
    const counts = countVerdicts(checks);
    const cells = verdicts.map((verdict) => (counts[verdict] === 0 ? "" : String(counts[verdict])));
    return row(`${inline(name, 120)}${missing > 0 ? ` (${missing} not run)` : ""}`, ...cells);
  });
  return [row("Section", ...verdicts), row("---", ...verdicts.map(() => "---:")), ...rows].join("\n");
}

function failure(log: RunLog, check: CheckEvent): string {
  const known = check.verdict === "failed" && !isContradiction(check) ? " (known failure)" : "";
  const evidence = evidenceText(evidenceLines(check, exchangesOf(log, check)[0] ?? null));
  return [
    `### ${signs[check.verdict]} ${inline(check.id, 120)}${known}`,
    "",
    `**${inline(check.title)}** ${inline(check.message, 1000)}`,
    "",
    fenced(evidence.join("\n")),
  ].join("\n");
}

function questionTable(log: RunLog): string {
  const answered = questionsOf(log).filter(({ answer }) => answer !== null);
  if (answered.length === 0) return "No open question was answered.";
  return [
    "<details><summary>What the server does where the specification is silent</summary>",
    "",
    row("Question", "Answer", "In words"),
    row("---", "---", "---"),
    ...answered.map(({ question, answer, description }) =>
      row(prose(question), inline(answer ?? ""), prose(clip(description, 200))),
    ),
    "",
    "</details>",
  ].join("\n");
}

function listing(log: RunLog, verdict: "inconclusive" | "skipped", told: ReadonlySet<string>): string[] {
  const all = log.checks.filter((check) => check.verdict === verdict);
  const checks = all.filter(({ id }) => !told.has(id));
  if (checks.length === 0) return [];
  const others = checks.length < all.length ? "other " : "";
  return [
    [
      `<details><summary>${count(checks.length, `${others}check`)} ${verdict}</summary>`,
      "",
      ...checks.map(({ id, message }) => `- ${inline(id, 120)}: ${inline(message, 300)}`),
      "",
      "</details>",
    ].join("\n"),
  ];
}
