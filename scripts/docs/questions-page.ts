import { html, type Markup, prose } from "../../conformance/base/markup.ts";
import { questionName } from "../../conformance/base/question-name.ts";
import { requirements } from "../../generated/requirements.ts";
import type { Coverage } from "./coverage.ts";
import { selfLink } from "./markdown.ts";
import { navigation } from "./nav.ts";
import { filter, type Row, sections } from "./rows.ts";

/** The page with everything that the specification leaves open. */
export function questionsPage(coverage: Coverage): Markup {
  const open = requirements.filter(({ basis }) => basis === "unspecified");
  return html`<p>Nothing here is guessed by the client. It makes the assumption that is safe under every answer, and the
${suite()} reports which answer a server gives. The sandbox gives the first
answer of each list; <code>--choose</code> takes another one${example(open)}.</p>
${filter("Filter questions", ["answerable", "unobservable"])}
${sections(open, (row) => questionRow(row, coverage))}`;
}

function suite(): Markup {
  const guide = navigation.find(({ file }) => file === "conformance.html");
  return guide === undefined ? html`conformance suite` : html`<a href="${guide.file}">conformance suite</a>`;
}

/** A choice that can be made: the second answer of the first question that has one. */
function example(open: readonly Row[]): Markup | null {
  const row = open.find(({ answers = [] }) => answers.length > 1);
  const answer = row?.answers?.[1]?.id;
  return row === undefined || answer === undefined
    ? null
    : html`, for example <code>--choose ${questionName(row.id)}=${answer}</code>`;
}

function questionRow(row: Row, coverage: Coverage): Markup {
  const checks = coverage.get(row.id)?.checks ?? [];
  const choice = questionName(row.id);
  return html`<article class="row" id="${row.id}" data-kind="${row.answers === undefined ? "unobservable" : "answerable"}">
<h3>${selfLink(row.id, row.id)}</h3>
<p><b>${prose(row.question ?? "")}</b></p>
<p class="more">${prose(row.statement)}</p>
<dl>
<dt>The client assumes</dt><dd>${prose(row.assumption ?? "")}</dd>
<dt>Safe, because</dt><dd>${prose(row.safe ?? "")}</dd>
${
  row.answers === undefined
    ? html`<dt>Not observable</dt><dd>${prose(row.unobservable ?? "")}</dd>`
    : html`<dt>Known answers</dt><dd><ul>${row.answers.map(
        ({ id, means }) => html`<li><code>${choice}=${id}</code> ${prose(means)}</li>`,
      )}</ul></dd>`
}
${checks.length === 0 ? null : html`<dt>Asked by</dt><dd>${checks.map((id) => html`<code>${id}</code> `)}</dd>`}
</dl>
</article>`;
}
