import { createHash } from "node:crypto";
import { type CheckEvent, verdicts } from "../../base/events.ts";
import { html, type Markup, type Part, trusted } from "../../base/markup.ts";
import { countsOf } from "../../base/summary.ts";
import { clip } from "../../base/text.ts";
import { type Cause, causesOf } from "../causes.ts";
import { signs } from "../color.ts";
import { decidingCurl } from "../evidence.ts";
import type { RunLog } from "../log.ts";
import { exchangesOf, isBad, isContradiction, isKnownFailure, type Section, sectionsOf } from "../model.ts";
import { outcomeOf } from "../outcome.ts";
import { about } from "./about.ts";
import { sectionAnchor } from "./anchor.ts";
import { causeBlock } from "./causes.ts";
import { checkFold } from "./check.ts";
import { header } from "./header.ts";
import { checkLink, sign } from "./parts.ts";
import { questionTable } from "./questions.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

const digest = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// The page may load nothing, and only the style and script in this file are allowed.
const policy = `default-src 'none'; style-src ${digest(style)}; script-src ${digest(script)}; base-uri 'none'; form-action 'none'`;

/** The report as one HTML file that loads nothing and can be read without JavaScript. */
export function toHtml(log: RunLog): string {
  const { title } = outcomeOf(log);
  const sections = sectionsOf(log);
  const failures = failuresOf(log);
  const shown = new Set<string>();
  const causes = causesOf(log);
  const foldOf = (check: CheckEvent, isOpen: boolean) =>
    checkFold({ check, exchanges: exchangesOf(log, check), curl: decidingCurl(log, check), shown, isOpen });
  const failureFolds = failures.map((check, index) => foldOf(check, index < 5));
  const causeBlocks = causes.map((cause) => causeBlock(cause, shown));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${clip(title, 200)}: ${clip(log.run.target.baseUrl, 200)}</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#results">Skip to the results</a>
${header(log)}
<div class="columns">
${contents(failures.length, causes, sections)}
<main id="results">
${tools()}
${failures.length === 0 ? null : group("failures", "Failures first", failureFolds)}
${causes.length === 0 ? null : group("held-back", "Held back", causeBlocks)}
${questionTable(log)}
${sections.map((section) => sectionGroup(section, foldOf))}
${about(log)}
</main>
</div>
<script>${trusted(script)}</script>
</body>
</html>
`.html;
}

/** What needs attention, most urgent first. */
function failuresOf({ checks }: RunLog): CheckEvent[] {
  const broken = checks.filter(({ verdict }) => verdict === "broken");
  return [...checks.filter(isContradiction), ...broken, ...checks.filter(isKnownFailure)];
}

function group(id: string, title: Part, blocks: readonly Markup[]): Markup {
  return html`<section class="group" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${blocks}
</section>`;
}

function sectionGroup(
  { name, checks, missing }: Section,
  foldOf: (check: CheckEvent, isOpen: boolean) => Markup,
): Markup {
  const counts = countsOf(checks).map(([verdict, number]) => `${number} ${verdict}`);
  const notes = [...counts, ...(missing > 0 ? [`${missing} not run`] : [])].join(", ");
  const elsewhere = (check: CheckEvent) =>
    html`<p class="elsewhere">${sign(check.verdict)} ${checkLink(check)} <span class="note">${check.verdict}, explained above</span></p>\n`;
  const blocks = checks.map((check) => (isBad(check) ? elsewhere(check) : foldOf(check, false)));
  const title = html`${clip(name, 200)} <span class="note">${notes}</span>`;
  return group(sectionAnchor(name), title, blocks);
}

function contents(failures: number, causes: readonly Cause[], sections: readonly Section[]): Markup {
  const heldBack = causes.reduce((sum, { checks }) => sum + checks.length, 0);
  const bad = (number: number) =>
    number === 0 ? null : html`<span class="bad">${signs.failed} ${number}</span> `;
  const line = (target: string, label: string, counts: Part = null, isInner = false) =>
    html`<li${isInner ? html` class="inner"` : null}><a href="#${target}"><span>${clip(label, 100)}</span> <span class="count">${counts}</span></a></li>\n`;
  let last = "";
  const sectionLine = ({ name, checks }: Section) => {
    const [chapter = "", ...rest] = name.split(" / ");
    const isInner = rest.length > 0;
    const title = isInner && chapter !== last ? html`<li class="chapter">${clip(chapter, 100)}</li>\n` : null;
    last = chapter;
    const counts = [bad(checks.filter(isBad).length), checks.length];
    return html`${title}${line(sectionAnchor(name), isInner ? rest.join(" / ") : chapter, counts, isInner)}`;
  };
  return html`<nav aria-label="Contents"><ul>
${failures === 0 ? null : line("failures", "Failures first", bad(failures))}
${heldBack === 0 ? null : line("held-back", "Held back", heldBack)}
${line("questions", "Where the specification is silent")}
${sections.map(sectionLine)}${line("about", "About this run")}
</ul></nav>`;
}

/** Hidden until the script shows it: without JavaScript the buttons would do nothing. */
function tools(): Markup {
  const buttons = verdicts.map(
    (verdict) =>
      html`<button type="button" aria-pressed="false" data-verdict="${verdict}">${verdict}</button>\n`,
  );
  return html`<div id="tools" role="search" aria-label="Checks" hidden>
<label for="search">Search <input id="search" type="search" autocomplete="off" placeholder="/ words, ids, rules" spellcheck="false"></label>
${buttons}<button type="button" id="unfold" aria-pressed="false">Unfold all</button>
<button type="button" id="clear">Clear</button>
<span id="told" class="note" role="status"></span>
</div>
<p id="nothing" hidden>No check fits. Clear the search to see all of them.</p>`;
}
