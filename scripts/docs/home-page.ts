import { html, type Markup } from "../../conformance/base/markup.ts";
import { operations } from "../../generated/operations.ts";
import { requirements } from "../../generated/requirements.ts";
import { codeFigure } from "./markdown.ts";
import { navigation } from "./nav.ts";

/** The start page: what this is, the first two commands, and a link to each page. */
export function homePage(): Markup {
  const open = requirements.filter(({ basis }) => basis === "unspecified").length;
  return html`<p>Everything here is made from one OpenAPI description and one list of requirements. Without a server of your own,
the sandbox is the whole service in one process:</p>
${codeFigure("npx partner-card sandbox        # the service, on your own machine\nnpx partner-card conformance    # judged against every rule", "sh")}
<ul class="figures">
<li><strong>${Object.keys(operations).length}</strong>operations</li>
<li><strong>${requirements.length - open}</strong>rules</li>
<li><strong>${open}</strong>open questions, each with what the client assumes meanwhile</li>
</ul>
<ul class="cards">
${navigation.map(
  ({ file, title, about }) => html`<li><a href="${file}"><strong>${title}</strong>${about}</a></li>`,
)}
</ul>
<p>For machines: <a href="openapi.json">openapi.json</a>, the description.</p>`;
}
