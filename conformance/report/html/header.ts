import { verdicts } from "../../base/events.ts";
import { html, type Markup } from "../../base/markup.ts";
import { countVerdicts } from "../../base/summary.ts";
import { clip, count, duration, moment } from "../../base/text.ts";
import type { RunLog } from "../log.ts";
import { type Coverage, coverageOf } from "../model.ts";
import { outcomeOf } from "../outcome.ts";
import { sign } from "./parts.ts";

const looks = { 0: "good", 1: "bad", 2: "bad", 3: "open", 4: "bad" } as const;
const seals = { good: "✓", bad: "✗", open: "?" } as const;

/** Verdict, target, counts and coverage: a summary of the run. */
export function header(log: RunLog): Markup {
  const { run, end } = log;
  const { exitCode, title, meaning, reasons, leftChanged } = outcomeOf(log);
  const look = looks[exitCode];
  const lines = reasons.slice(0, 50).map((reason) => html`<li>${clip(reason, 500)}</li>`);
  return html`<header>
<p class="eyebrow">Partner Card API <span>conformance report</span></p>
<div class="outcome ${look}">
<span class="seal" aria-hidden="true">${seals[look]}</span>
<div>
<h1>${clip(title, 200)}</h1>
<p>${meaning}</p>
${lines.length === 0 ? null : html`<ul>${lines}</ul>`}
${leftChanged && html`<p><strong>Left changed:</strong> ${clip(leftChanged, 1000)}</p>`}
</div>
</div>
<dl class="run">
<div class="target"><dt>${run.party === "client" ? "Client of" : "Server"}</dt><dd>${clip(run.target.baseUrl, 500)}${run.target.sandbox ? " (the sandbox)" : null}</dd></div>
<div><dt>Run</dt><dd>${moment(run.startedAt)}</dd></div>
<div><dt>Took</dt><dd>${end === null ? "unknown, cut short" : duration(end.durationMs)}</dd></div>
<div><dt>Requests</dt><dd>${(end?.requests ?? log.exchanges.length).toLocaleString("en-US")}</dd></div>
<div><dt>Exit code</dt><dd>${exitCode}</dd></div>
</dl>
${tally(log)}
${coverage(log)}
</header>`;
}

function tally({ run, checks }: RunLog): Markup {
  const counts = countVerdicts(checks);
  const missing = Math.max(0, run.expected - checks.length);
  const tiles = verdicts.map(
    (
      verdict,
    ) => html`<li class="${verdict}${counts[verdict] === 0 ? " none" : null}" data-verdict="${verdict}">
<span class="number">${counts[verdict]}</span> <span class="word">${sign(verdict)} ${verdict}</span></li>\n`,
  );
  let from = 0;
  const bar = verdicts.map((verdict) => {
    const width = (counts[verdict] / Math.max(checks.length + missing, 1)) * 100;
    from += width;
    return html`<rect class="${verdict}" x="${(from - width).toFixed(3)}%" width="${width.toFixed(3)}%" height="100%"/>`;
  });
  return html`<div class="tally">
<ul class="tiles" aria-label="Verdicts">${tiles}</ul>
<svg class="bar" aria-hidden="true" focusable="false">${bar}</svg>
<p class="note">${checks.length} of ${count(run.expected, "check")} reported${missing === 0 ? null : html`; <strong>${missing} missing</strong>`}</p>
</div>`;
}

function coverage(log: RunLog): Markup {
  const { stated, derived, practice, unspecified } = coverageOf(log);
  const meter = (label: string, { exercised, all }: Coverage) => html`<div>
<dt>${label}</dt><dd><svg class="meter" aria-hidden="true" focusable="false"><rect width="${((exercised / Math.max(all, 1)) * 100).toFixed(2)}%" height="100%"/></svg> ${exercised} of ${all}</dd></div>\n`;
  return html`<dl class="coverage">
${meter("Stated rules exercised", stated)}
${meter("Derived rules exercised", derived)}
${practice.all === 0 ? null : meter("Practices exercised", practice)}
${meter("Open questions answered", unspecified)}
</dl>`;
}
