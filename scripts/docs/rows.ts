/** Shared parts of the pages that list requirements, open questions or faults. */
import { html, type Markup } from "../../conformance/base/markup.ts";
import type { Requirement } from "../../generated/requirements.ts";
import { selfLink, slug } from "./markdown.ts";

/** A row of requirements.yaml. */
export type Row = Requirement;

/** The rows by section, in the order of the specification, each as rendered by `show`. */
export function sections(rows: readonly Row[], show: (row: Row) => Markup | readonly Markup[]): Markup {
  const bySection = new Map<string, Row[]>();
  for (const row of rows) bySection.set(row.section, [...(bySection.get(row.section) ?? []), row]);
  return html`${[...bySection].map(
    ([section, own]) => html`<section class="rows">
<h2 id="${slug(section)}">${selfLink(slug(section), section)}</h2>
${own.map((row) => html`${show(row)}\n`)}
</section>`,
  )}`;
}

/** The heading of a row: a link to itself, and a coloured tag. */
export function rowHeading(id: string, tag: string, colour = tag): Markup {
  return html`<h3>${selfLink(id, id)} <span class="tag ${colour}">${tag}</span></h3>`;
}

/** A line with a search field and a box for each kind of row. */
export function filter(label: string, kinds: readonly string[]): Markup {
  return html`<div class="filter" role="search" aria-label="${label}">
<input type="search" aria-label="${label}" placeholder="${label}" autocomplete="off">
${kinds.map((kind) => html`<label><input type="checkbox" value="${kind}" checked>${kind}</label>`)}
<output aria-live="polite"></output>
</div>`;
}

/** Parts separated by commas. */
export function list(parts: readonly Markup[]): Markup {
  return html`${parts.map((part, index) => html`${index === 0 ? null : ", "}${part}`)}`;
}

/** Ids as code, separated by commas; says so where there are none. */
export function codes(ids: readonly string[]): Markup {
  return ids.length === 0 ? html`nothing` : list(ids.map((id) => html`<code>${id}</code>`));
}
