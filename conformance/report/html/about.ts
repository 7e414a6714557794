import { clip, count } from "../../base/text.ts";
import type { RunLog } from "../log.ts";
import { html, type Markup } from "./markup.ts";

/** With what the server was judged, so that the run can be told from another one. */
export function about({ run, end }: RunLog): Markup {
  const { suite, description } = run;
  const options = Object.entries(run.options).slice(0, 100);
  return html`<section id="about" aria-labelledby="about-title">
<h2 id="about-title">About this run</h2>
<dl class="facts">
${fact("Suite", html`${clip(suite.name, 100)} ${clip(suite.version, 100)} <span class="note"><code>${clip(suite.digest, 100)}</code></span>`)}
${fact("Description", html`${clip(description.version, 100)} <span class="note"><code>${clip(description.digest, 100)}</code></span>`)}
${clock(end)}
${writes(end)}
${fact("Options", html`<ul class="options">${options.map(([name, value]) => html`<li><code>${clip(name, 100)}</code> ${optionText(value)}</li>`)}</ul>`)}
</dl>
<p class="note">Secrets were removed before anything of this was written. Bodies are shown in part where they are long; their SHA-256 is that of everything that came.</p>
</section>`;
}

function fact(label: string, value: Markup | string): Markup {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`;
}

function clock(end: RunLog["end"]): Markup | null {
  if (end === null || end.clock === null) return null;
  const { offsetMs, uncertaintyMs } = end.clock;
  const direction = offsetMs < 0 ? "behind" : "ahead of";
  return fact(
    "Clock",
    `The server's clock is ${Math.abs(offsetMs)} ms ${direction} ours, ± ${uncertaintyMs} ms.`,
  );
}

function writes(end: RunLog["end"]): Markup | null {
  if (end === null) return null;
  const { card, sent, budget, leftChanged } = end.writes;
  if (sent === 0) return fact("Writes", "None were sent.");
  const restored = leftChanged === null ? "Its limits were put back." : clip(leftChanged, 1000);
  return fact(
    "Writes",
    `${count(sent, "write")} of at most ${budget}, to card ${clip(card ?? "unknown", 100)}. ${restored}`,
  );
}

function optionText(value: RunLog["run"]["options"][string]): string {
  if (value === null || value === undefined) return "not set";
  const text = typeof value === "object" ? value.join(", ") : String(value);
  return text === "" ? "none" : clip(text, 300);
}
