import { html, type Markup } from "../../base/markup.ts";
import { clip, count } from "../../base/text.ts";
import type { RunLog } from "../log.ts";
import { facts } from "./parts.ts";

/** How the server was judged: versions, digests and options, so that two runs can be compared. */
export function about({ run, end }: RunLog): Markup {
  const { suite, description } = run;
  const options = Object.entries(run.options).slice(0, 100);
  const digest = (text: string) => html`<span class="note"><code>${clip(text, 100)}</code></span>`;
  const rows = facts([
    ["Suite", html`${clip(suite.name, 100)} ${clip(suite.version, 100)} ${digest(suite.digest)}`],
    ["Description", html`${clip(description.version, 100)} ${digest(description.digest)}`],
    ["Clock", clock(end)],
    ["Writes", writes(end)],
    [
      "Options",
      html`<ul class="options">${options.map(([name, value]) => html`<li><code>${clip(name, 100)}</code> ${optionText(value)}</li>`)}</ul>`,
    ],
  ]);
  return html`<section id="about" aria-labelledby="about-title">
<h2 id="about-title">About this run</h2>
${rows}
<p class="note">Secrets were removed before anything of this was written. Bodies are shown in part where they are long; their SHA-256 is that of everything that came.</p>
</section>`;
}

function clock(end: RunLog["end"]): string | null {
  if (!end?.clock) return null;
  const { offsetMs, uncertaintyMs } = end.clock;
  const direction = offsetMs < 0 ? "behind" : "ahead of";
  return `The server's clock is ${Math.abs(offsetMs)} ms ${direction} ours, ± ${uncertaintyMs} ms.`;
}

function writes(end: RunLog["end"]): string | null {
  if (end === null) return null;
  const { card, sent, budget, leftChanged } = end.writes;
  if (sent === 0) return "None were sent.";
  const restored = leftChanged === null ? "Its limits were put back." : clip(leftChanged, 1000);
  return `${count(sent, "write")} of at most ${budget}, to card ${clip(card ?? "unknown", 100)}. ${restored}`;
}

function optionText(value: RunLog["run"]["options"][string]): string {
  if (value === null || value === undefined) return "not set";
  const text = typeof value === "object" ? value.join(", ") : String(value);
  return text === "" ? "none" : clip(text, 300);
}
