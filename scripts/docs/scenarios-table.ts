import { html, type Markup } from "../../conformance/base/markup.ts";
import { scenarios } from "../../conformance/clients/cards/index.ts";
import { weatherNamed } from "../../conformance/clients/weathers.ts";
import { scrollable } from "./markdown.ts";

/** Every scenario in which a client is driven: what happens, why a server may do that, and what a client may do then. */
export function scenariosTable(): Markup {
  const rows = scenarios.map(({ id, weather }) => {
    const { title, lawful, may, mustNot } = weatherNamed(weather);
    return html`<tr><td><code>${id}</code></td><td>${title}</td><td>${lawful}</td><td>${may}</td><td>${mustNot}</td></tr>`;
  });
  return scrollable(html`<table><thead><tr>
<th scope="col">Scenario</th><th scope="col">What happens</th><th scope="col">Lawful, because</th><th scope="col">A client may</th><th scope="col">It must not</th>
</tr></thead><tbody>${rows}</tbody></table>`);
}
