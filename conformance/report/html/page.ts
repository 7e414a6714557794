import { createHash } from "node:crypto";
import { type CheckEvent, verdicts } from "../../base/events.ts";
import { clip } from "../../base/text.ts";
import { type Cause, causesOf } from "../causes.ts";
import { signs } from "../color.ts";
import type { RunLog } from "../log.ts";
import { countVerdicts, exchangesOf, isContradiction, type Section, sectionsOf } from "../model.ts";
import { outcomeOf } from "../outcome.ts";
import { about } from "./about.ts";
import { causeGroup } from "./causes.ts";
import { checkFold } from "./check.ts";
import { header } from "./header.ts";
import { anchor, html, type Markup, prose, sectionAnchor, trusted } from "./markup.ts";
import { questionTable } from "./questions.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

const digest = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Nothing may be loaded, and of what stands in the file only this style and this script are in force.
const policy = `default-src 'none'; style-src ${digest(style)}; script-src ${digest(script)}; base-uri 'none'; form-action 'none'`;

/** The report as one HTML file that loads nothing and can be read without JavaScript. */
export function toHtml(log: RunLog): string {
  const { title } = outcomeOf(log);
  const sections = sectionsOf(log);
  const failures = failuresOf(log);
  const shown = new Set<string>();
  const causes = causesOf(log);
  const first = failures.length === 0 ? null : failureGroup(log, failures, shown);
  const second = causes.length === 0 ? null : causeGroup(causes, shown);
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
${first}
${second}
${questionTable(log)}
${sections.map((section) => sectionGroup(log, section, shown))}
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
  return [
    ...checks.filter(isContradiction),
    ...checks.filter(({ verdict }) => verdict === "broken"),
    ...checks.filter((check) => check.verdict === "failed" && !isContradiction(check)),
  ];
}

function failureGroup(log: RunLog, failures: readonly CheckEvent[], shown: Set<string>): Markup {
  return html`<section class="group" id="failures" aria-labelledby="failures-title">
<h2 id="failures-title">Failures first</h2>
${failures.map((check, index) => checkFold({ check, exchanges: exchangesOf(log, check), shown, isOpen: index < 5 }))}
</section>`;
}

function sectionGroup(log: RunLog, { name, checks, missing }: Section, shown: Set<string>): Markup {
  const id = sectionAnchor(name);
  const isElsewhere = (check: CheckEvent) => check.verdict === "failed" || check.verdict === "broken";
  return html`<section class="group" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${clip(name, 200)} <span class="note">${countWords(checks)}${missing > 0 ? `, ${missing} not run` : null}</span></h2>
${checks.map((check) =>
  isElsewhere(check)
    ? html`<p class="elsewhere"><span aria-hidden="true">${signs[check.verdict]}</span> <a href="#${anchor("check", check.id)}">${prose(clip(check.title, 300))}</a> <span class="note">${check.verdict}, told above</span></p>\n`
    : checkFold({ check, exchanges: exchangesOf(log, check), shown, isOpen: false }),
)}
</section>
`;
}

function countWords(checks: readonly CheckEvent[]): string {
  const counts = countVerdicts(checks);
  return verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdict}`)
    .join(", ");
}

function contents(failures: number, causes: readonly Cause[], sections: readonly Section[]): Markup {
  let chapter = "";
  const line = (section: Section) => {
    const [first = "", ...rest] = section.name.split(" / ");
    const label =
      rest.length > 0 && first !== chapter ? html`<li class="chapter">${clip(first, 100)}</li>\n` : null;
    chapter = first;
    return html`${label}${contentsLine(section, rest.length > 0 ? rest.join(" / ") : first, rest.length > 0)}`;
  };
  return html`<nav aria-label="Contents"><ul>
${failures === 0 ? null : html`<li><a href="#failures"><span>Failures first</span> <span class="count"><span class="bad">${signs.failed} ${failures}</span></span></a></li>`}
${causes.length === 0 ? null : html`<li><a href="#held-back"><span>Held back</span> <span class="count">${causes.reduce((sum, { checks }) => sum + checks.length, 0)}</span></a></li>`}
<li><a href="#questions">Where the specification is silent</a></li>
${sections.map(line)}<li><a href="#about">About this run</a></li>
</ul></nav>`;
}

function contentsLine({ name, checks }: Section, label: string, isInner: boolean): Markup {
  const { failed, broken } = countVerdicts(checks);
  const bad = failed + broken;
  return html`<li${isInner ? html` class="inner"` : null}><a href="#${sectionAnchor(name)}"><span>${clip(label, 100)}</span> <span class="count">${bad === 0 ? null : html`<span class="bad">${signs.failed} ${bad}</span> `}${checks.length}</span></a></li>\n`;
}

/** Hidden until the script shows it: without JavaScript there would be nothing behind it. */
function tools(): Markup {
  const button = (verdict: (typeof verdicts)[number]) =>
    html`<button type="button" aria-pressed="false" data-verdict="${verdict}">${verdict}</button>\n`;
  return html`<div id="tools" role="search" aria-label="Checks" hidden>
<label for="search">Search <input id="search" type="search" autocomplete="off" placeholder="/ words, ids, rules" spellcheck="false"></label>
${verdicts.map(button)}<button type="button" id="unfold" aria-pressed="false">Unfold all</button>
<button type="button" id="clear">Clear</button>
<span id="told" class="note" role="status"></span>
</div>
<p id="nothing" hidden>No check fits. Clear the search to see all of them.</p>`;
}
