import { html, type Markup } from "../../base/markup.ts";
import { clip, count } from "../../base/text.ts";
import type { Cause } from "../causes.ts";
import { exchanges } from "./exchange.ts";
import { checkLink, sign } from "./parts.ts";

/** A cause of many inconclusive checks, with the exchange that shows it; the checks are in their sections. */
export function causeBlock({ message, additions, checks, exchange }: Cause, shown: Set<string>): Markup {
  const number = count(checks.length, "check");
  return html`<article class="cause">
<h3><span class="chip inconclusive">${sign("inconclusive")} ${number}</span> ${clip(message, 1000)}</h3>
${additions.map((text) => html`<p>${clip(text, 1000)}</p>\n`)}${exchange && exchanges([exchange], 1, shown)}
<details class="checks"><summary>${number} held back</summary>
<ul class="more">${checks.map((check) => html`<li>${checkLink(check)}</li>\n`)}</ul>
</details>
</article>
`;
}
