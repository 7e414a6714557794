import { requirements } from "../../generated/requirements.ts";
import type { Coverage } from "./coverage.ts";
import { type Html, html, inline, slug } from "./html.ts";
import { pages } from "./nav.ts";
import { bySection, filter, type Row } from "./requirements-page.ts";

/** The page with everything that the specification leaves open. */
export function questionsPage(coverage: Coverage): Html {
  const open = requirements.filter(({ basis }) => basis === "unspecified");
  return html`<h1>${pages.questions.title}</h1>
<p class="lead">${pages.questions.about}</p>
<p>Nothing here is guessed by the client. It makes the assumption that is safe under every answer, and the
<a href="${pages.conformance.file}">conformance suite</a> reports which answer a server gives. The sandbox gives the first
answer of each list; <code>--choose</code> takes another one, for example <code>--choose cursor.invalid=410</code>.</p>
${filter("Filter questions", ["answerable", "unobservable"])}
${bySection(open).map(
  ([section, rows]) => html`<section class="rows">
<h2 id="${slug(section)}"><a class="anchor" href="#${slug(section)}">${section}</a></h2>
${rows.map((row) => questionRow(row, coverage))}
</section>`,
)}`;
}

function questionRow(row: Row, coverage: Coverage): Html {
  const checks = coverage.get(row.id)?.checks ?? [];
  const choice = row.id.replace(/^gap\./, "");
  return html`<article class="row" id="${row.id}" data-kind="${row.answers === undefined ? "unobservable" : "answerable"}">
<h3><a class="anchor" href="#${row.id}">${row.id}</a></h3>
<p><b>${inline(row.question ?? "")}</b></p>
<p class="more">${inline(row.statement)}</p>
<dl>
<dt>The client assumes</dt><dd>${inline(row.assumption ?? "")}</dd>
<dt>Safe, because</dt><dd>${inline(row.safe ?? "")}</dd>
${
  row.answers === undefined
    ? html`<dt>Not observable</dt><dd>${inline(row.unobservable ?? "")}</dd>`
    : html`<dt>Known answers</dt><dd><ul>${row.answers.map(
        ({ id, means }) => html`<li><code>${choice}=${id}</code> ${inline(means)}</li>`,
      )}</ul></dd>`
}
${checks.length === 0 ? null : html`<dt>Asked by</dt><dd>${checks.map((id) => html`<code>${id}</code> `)}</dd>`}
</dl>
</article>`;
}
