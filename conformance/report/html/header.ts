import { type Verdict, verdicts } from "../../base/events.ts";
import { clip, count, duration, moment } from "../../base/text.ts";
import { signs } from "../color.ts";
import type { RunLog } from "../log.ts";
import { countVerdicts, coverageOf } from "../model.ts";
import { outcomeOf } from "../outcome.ts";
import { html, type Markup } from "./markup.ts";

const looks = { 0: "good", 1: "bad", 2: "bad", 3: "open", 4: "bad" } as const;
const outcomeSigns = { good: "✓", bad: "✗", open: "?" } as const;

/** Verdict, target, counts and coverage: what somebody needs who reads nothing else. */
export function header(log: RunLog): Markup {
  const { run, end } = log;
  const { exitCode, title, meaning, reasons } = outcomeOf(log);
  const look = looks[exitCode];
  const left = end?.writes.leftChanged ?? null;
  return html`<header>
<p class="eyebrow">Partner Card API <span>conformance report</span></p>
<div class="outcome ${look}">
<span class="seal" aria-hidden="true">${outcomeSigns[look]}</span>
<div>
<h1>${clip(title, 200)}</h1>
<p>${meaning}</p>
${reasons.length === 0 ? null : html`<ul>${reasons.slice(0, 50).map((reason) => html`<li>${clip(reason, 500)}</li>`)}</ul>`}
${left === null ? null : html`<p><strong>Left changed:</strong> ${clip(left, 1000)}</p>`}
</div>
</div>
<dl class="run">
<div class="target"><dt>Server</dt><dd>${clip(run.target.baseUrl, 500)}${run.target.sandbox ? " (the sandbox)" : null}</dd></div>
<div><dt>Run</dt><dd>${moment(run.startedAt)}</dd></div>
<div><dt>Took</dt><dd>${end === null ? "unknown, cut short" : duration(end.durationMs)}</dd></div>
<div><dt>Requests</dt><dd>${(end?.requests ?? log.exchanges.length).toLocaleString("en-US")}</dd></div>
<div><dt>Exit code</dt><dd>${exitCode}</dd></div>
</dl>
${tally(log)}
${coverage(log)}
</header>`;
}

function tally(log: RunLog): Markup {
  const counts = countVerdicts(log.checks);
  const missing = Math.max(0, log.run.expected - log.checks.length);
  const total = Math.max(log.checks.length + missing, 1);
  const tile = (
    verdict: Verdict,
  ) => html`<li class="${verdict}${counts[verdict] === 0 ? " none" : null}" data-verdict="${verdict}">
<span class="number">${counts[verdict]}</span> <span class="word"><span aria-hidden="true">${signs[verdict]}</span> ${verdict}</span></li>\n`;
  let from = 0;
  const parts = verdicts.map((verdict) => {
    const width = (counts[verdict] / total) * 100;
    const part = html`<rect class="${verdict}" x="${from.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%"/>`;
    from += width;
    return part;
  });
  const description = `${log.checks.length} of ${count(log.run.expected, "check")} reported`;
  return html`<div class="tally">
<ul class="tiles" aria-label="Verdicts">${verdicts.map(tile)}</ul>
<svg class="bar" aria-hidden="true" focusable="false">${parts}</svg>
<p class="note">${description}${missing === 0 ? null : html`; <strong>${missing} missing</strong>`}</p>
</div>`;
}

function coverage(log: RunLog): Markup {
  const { stated, derived, unspecified } = coverageOf(log);
  const meter = (label: string, { exercised, all }: { exercised: number; all: number }) => html`<div>
<dt>${label}</dt><dd><svg class="meter" aria-hidden="true" focusable="false"><rect class="full" width="100%" height="100%"/><rect class="done" width="${((exercised / Math.max(all, 1)) * 100).toFixed(2)}%" height="100%"/></svg> ${exercised} of ${all}</dd></div>\n`;
  return html`<dl class="coverage">
${meter("Stated rules exercised", stated)}
${meter("Derived rules exercised", derived)}
${meter("Open questions answered", unspecified)}
</dl>`;
}
