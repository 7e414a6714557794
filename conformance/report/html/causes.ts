import { clip, count } from "../../base/text.ts";
import type { Cause } from "../causes.ts";
import { signs } from "../color.ts";
import { exchangeFold, exchangeLine, narrow } from "./exchange.ts";
import { anchor, html, type Markup, prose } from "./markup.ts";

/** What holds back many checks, with what shows it; the checks stand in their sections. */
export function causeGroup(causes: readonly Cause[], shown: Set<string>): Markup {
  return html`<section class="group" id="held-back" aria-labelledby="held-back-title">
<h2 id="held-back-title">Held back</h2>
${causes.map((cause) => causeBlock(cause, shown))}
</section>`;
}

function causeBlock({ message, additions, checks, exchange }: Cause, shown: Set<string>): Markup {
  return html`<article class="cause">
<h3><span class="chip inconclusive"><span aria-hidden="true">${signs.inconclusive}</span> ${count(checks.length, "check")}</span> ${clip(message, 1000)}</h3>
${additions.map((text) => html`<p>${clip(text, 1000)}</p>\n`)}${exchange === null ? null : evidence(exchange, shown)}
<details class="checks"><summary>${count(checks.length, "check")} held back</summary>
<ul class="more">${checks.map(({ id, title }) => html`<li><a href="#${anchor("check", id)}">${prose(clip(title, 300))}</a></li>\n`)}</ul>
</details>
</article>
`;
}

function evidence(exchange: NonNullable<Cause["exchange"]>, shown: Set<string>): Markup {
  if (shown.has(exchange.id)) return html`<ul class="more">${exchangeLine(exchange, true)}</ul>`;
  shown.add(exchange.id);
  return exchangeFold(exchange, { isOpen: false, pointer: null, limits: narrow });
}
