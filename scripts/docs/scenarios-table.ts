import { html, type Markup } from "../../conformance/base/markup.ts";
import { scenarios } from "../../conformance/clients/cards/index.ts";
import { tasksOf } from "../../conformance/clients/scenario.ts";
import { weatherNamed } from "../../conformance/clients/weathers.ts";
import { scrollable } from "./markdown.ts";

/** Every scenario in which a client is driven: what it is asked to do, what happens, why a server may do that, and what a client may do then. */
export function scenariosTable(): Markup {
  const rows = scenarios.map((scenario) => {
    const { title, lawful, may, mustNot } = weatherNamed(scenario.weather);
    const tasks = tasksOf(scenario).map((task) => html`<br><code>${task}</code>`);
    return html`<tr><td><code>${scenario.id}</code></td><td>${title}${tasks}</td><td>${lawful}</td><td>${may}</td><td>${mustNot}</td></tr>`;
  });
  return scrollable(html`<table><thead><tr>
<th scope="col">Scenario</th><th scope="col">What happens</th><th scope="col">Lawful, because</th><th scope="col">A client may</th><th scope="col">It must not</th>
</tr></thead><tbody>${rows}</tbody></table>`);
}
