import { html, type Markup } from "../../conformance/base/markup.ts";
import { count } from "../../conformance/base/text.ts";
import type { ClientMatrix } from "../../conformance/selftest/client-matrix.ts";
import { clientRequirements } from "../../generated/requirements.ts";
import { scrollable } from "./markdown.ts";
import { placeOf } from "./nav.ts";
import { codes, list } from "./rows.ts";

/** How the judge of clients was tested: what found each broken client, what lawful ones were told, and what reaches a rule. */
export function clientsProof({ broken, lawful, weather, reached }: ClientMatrix): Markup {
  const found = broken.filter((one) => one.found.includes(one.breaks));
  const accused = lawful.filter(({ failed }) => failed.length > 0);
  const unlawful = weather.filter(({ failed }) => failed.length > 0);
  const rules = clientRequirements.map(({ id }) => {
    const own = broken.filter(({ breaks }) => breaks === id);
    const places = count(reached[id]?.length ?? 0, "scenario");
    return html`<tr><td><a href="${placeOf(id)}">${id}</a></td><td>${list(own.map(brokenClient))}</td><td>${places}</td></tr>\n`;
  });
  const others = lawful.map(
    ({ client, failed, advised }) =>
      html`<tr><td>${client}</td><td>${codes(failed)}</td><td>${codes(advised)}</td></tr>\n`,
  );
  return html`<h2 id="clients">Clients</h2>
<p>The judge of clients is on trial as well. Our client was made wrong in one step, each time in another one, and driven; the
rule that this step breaks has to find it. Clients that keep every rule, as unlike as possible, must not be accused. And the
weather that they meet has to be lawful, so the suite for servers was run against a sandbox with each kind of it.</p>
<ul class="figures">
<li><strong>${found.length} of ${broken.length}</strong>broken clients found by the rule that they break</li>
<li><strong>${accused.length} of ${lawful.length}</strong>lawful clients accused</li>
<li><strong>${unlawful.length} of ${weather.length}</strong>kinds of weather that break a rule for servers</li>
</ul>
${scrollable(html`<table><thead><tr>
<th scope="col">Rule</th><th scope="col">Broken by, and found in</th><th scope="col">Seen kept in</th>
</tr></thead><tbody>${rules}</tbody></table>`)}
${scrollable(html`<table><thead><tr>
<th scope="col">Lawful client</th><th scope="col">Fails</th><th scope="col">Is advised by</th>
</tr></thead><tbody>${others}</tbody></table>`)}`;
}

function brokenClient({ client, breaks, scenario, found }: ClientMatrix["broken"][number]): Markup {
  const place = found.includes(breaks) ? scenario : "not found";
  return html`<code>${client}</code> (${place})`;
}
