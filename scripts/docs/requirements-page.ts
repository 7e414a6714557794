import { html, type Markup, prose } from "../../conformance/base/markup.ts";
import { clientRequirements, requirements } from "../../generated/requirements.ts";
import type { Coverage } from "./coverage.ts";
import { pages, placeOf } from "./nav.ts";
import { codes, filter, list, type Row, rowHeading, sections } from "./rows.ts";

/** The page with every requirement, filtered by words and by basis. */
export function requirementsPage(coverage: Coverage): Markup {
  return html`<p>A requirement is <b>stated</b> where the specification says it, <b>derived</b> where it follows from what is said,
and <b>unspecified</b> where the specification is silent. A server that breaks a stated or derived one fails the
conformance suite. An unspecified one cannot be broken: the suite reports what the server does, and
<a href="${pages.questions.file}">Open questions</a> says what the client assumes meanwhile. Rules that a client is held to
are marked; among them a <b>practice</b> is advice that the specification does not give, so no client fails for it.</p>
${filter("Filter requirements", ["stated", "derived", "unspecified", "practice"])}
${sections([...requirements, ...clientRequirements], (row) => requirementRow(row, coverage))}`;
}

function requirementRow(row: Row, coverage: Coverage): Markup {
  const none = { checks: row.party === "client" ? [row.id] : [], faults: [] };
  const { checks, faults } = coverage.get(row.id) ?? none;
  return html`<article class="row" id="${row.id}" data-kind="${row.basis}">
${rowHeading(row.id, row.party === "client" ? `client, ${row.basis}` : row.basis, row.basis)}
<p>${prose(row.statement)}</p>
${row.because === undefined ? null : html`<p class="more">Because: ${prose(row.because)}</p>`}
${row.basis === "unspecified" || row.unobservable === undefined ? null : html`<p class="more">Not observable: ${prose(row.unobservable)}</p>`}
${row.basis === "unspecified" ? html`<p class="more"><a href="${placeOf(row.id)}">${row.question}</a></p>` : null}
${checks.length === 0 ? null : html`<p class="more">Checked by ${codes(checks)}</p>`}
${faults.length === 0 ? null : html`<p class="more">Has caught ${list(faults.map((fault) => html`<a href="${pages.proof.file}#${fault}">${fault}</a>`))}</p>`}
</article>`;
}
