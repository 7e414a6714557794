import { type Requirement, type RequirementId, requirements } from "../../generated/requirements.ts";
import type { Coverage } from "./coverage.ts";
import { type Html, html, inline, slug } from "./html.ts";
import { pages } from "./nav.ts";

/** A row of requirements.yaml under its typed id. */
export type Row = Requirement & { readonly id: RequirementId };

/** The rows by section, in the order of the specification. */
export function bySection(rows: readonly Row[]): [section: string, rows: Row[]][] {
  const sections = new Map<string, Row[]>();
  for (const row of rows) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  return [...sections];
}

/** The page with every requirement, filtered by words and by basis. */
export function requirementsPage(coverage: Coverage): Html {
  return html`<h1>${pages.requirements.title}</h1>
<p class="lead">${pages.requirements.about}</p>
<p>A requirement is <b>stated</b> where the specification says it, <b>derived</b> where it follows from what is said,
and <b>unspecified</b> where the specification is silent. A server that breaks a stated or derived one fails the
conformance suite. An unspecified one cannot be broken: the suite reports what the server does, and
<a href="${pages.questions.file}">Open questions</a> says what the client assumes meanwhile.</p>
${filter("Filter requirements", ["stated", "derived", "unspecified"])}
${bySection(requirements).map(
  ([section, rows]) => html`<section class="rows">
<h2 id="${slug(section)}"><a class="anchor" href="#${slug(section)}">${section}</a></h2>
${rows.map((row) => requirementRow(row, coverage))}
</section>`,
)}`;
}

/** A line with a search field and a box for each kind of row. */
export function filter(label: string, kinds: readonly string[]): Html {
  return html`<div class="filter" role="search" aria-label="${label}">
<input type="search" aria-label="${label}" placeholder="${label}" autocomplete="off">
${kinds.map((kind) => html`<label><input type="checkbox" value="${kind}" checked>${kind}</label>`)}
<output aria-live="polite"></output>
</div>`;
}

function requirementRow(row: Row, coverage: Coverage): Html {
  const { checks, faults } = coverage.get(row.id) ?? { checks: [], faults: [] };
  return html`<article class="row" id="${row.id}" data-kind="${row.basis}">
<h3><a class="anchor" href="#${row.id}">${row.id}</a> <span class="tag ${row.basis}">${row.basis}</span></h3>
<p>${inline(row.statement)}</p>
${row.because === undefined ? null : html`<p class="more">Because: ${inline(row.because)}</p>`}
${row.basis === "unspecified" ? html`<p class="more"><a href="${pages.questions.file}#${row.id}">${row.question}</a></p>` : null}
${checks.length === 0 ? null : html`<p class="more">Checked by ${codes(checks)}</p>`}
${faults.length === 0 ? null : html`<p class="more">Has caught ${faults.map((fault, index) => html`${index === 0 ? null : ", "}<a href="${pages.proof.file}#${fault}">${fault}</a>`)}</p>`}
</article>`;
}

function codes(names: readonly string[]): Html[] {
  return names.map((name, index) => html`${index === 0 ? null : ", "}<code>${name}</code>`);
}
