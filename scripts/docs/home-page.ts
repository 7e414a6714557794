import { operations } from "../../generated/operations.ts";
import { requirements } from "../../generated/requirements.ts";
import { type Html, html } from "./html.ts";
import { codeHtml } from "./markdown.ts";
import { home, pages } from "./nav.ts";

/** The start page: what this is, the first two commands, and the way to each page. */
export function homePage(): Html {
  const open = requirements.filter(({ basis }) => basis === "unspecified").length;
  return html`<h1>${home.title}</h1>
<p class="lead">Cards and their spending limits for partner servers: the reference, a client that takes care of
tokens, signatures and retries, and a suite that tells you which rules a server keeps.</p>
<p>Everything here is made from one OpenAPI description and one list of requirements. Without a server of your own,
the sandbox is the whole service in one process:</p>
${{ html: codeHtml("npx partner-card sandbox        # the service, on your own machine\nnpx partner-card conformance    # judged against every rule", "sh") }}
<ul class="figures">
<li><strong>${Object.keys(operations).length}</strong>operations</li>
<li><strong>${requirements.length - open}</strong>rules</li>
<li><strong>${open}</strong>open questions, each with what the client assumes meanwhile</li>
</ul>
<ul class="cards">
${Object.values(pages).map(
  ({ file, title, about }) => html`<li><a href="${file}"><strong>${title}</strong>${about}</a></li>`,
)}
</ul>
<p>For machines: <a href="openapi.json">openapi.json</a>, the description, and
<a href="signatures.json">signatures.json</a>, the signature vectors.</p>`;
}
