import { html, type Markup, prose } from "../../conformance/base/markup.ts";
import { faults } from "../../conformance/sandbox/faults.ts";
import type { ClientMatrix } from "../../conformance/selftest/client-matrix.ts";
import type { Matrix } from "../../conformance/selftest/matrix.ts";
import type { Figures } from "../../conformance/selftest/sample/figures.ts";
import { requirements } from "../../generated/requirements.ts";
import { clientsProof } from "./clients-proof.ts";
import { figuresTable } from "./figures-table.ts";
import { pages } from "./nav.ts";
import { codes, filter, rowHeading, sections } from "./rows.ts";

/**
 * The page that shows how the suite was tested on servers known to be faulty, and on correct ones.
 *
 * @param figures - What samples of faulty servers that nobody has listed have shown; empty for none.
 * @param clients - The same for the judge of clients; null where that has not been proved yet.
 */
export function proofPage(
  { faults: rows, choices }: Matrix,
  figures: Figures,
  clients: ClientMatrix | null,
): Markup {
  const found = rows.filter(({ failed }) => failed.length > 0);
  const broken = requirements.filter(({ id }) => rows.some(({ breaks }) => breaks === id));
  return html`<p>Each fault of the sandbox breaks one rule in one way. The whole suite was run against a sandbox with each single
fault. A suite that fails every server would find every fault too, so it was also run against conforming sandboxes: over
all pairs of answers to the <a href="${pages.questions.file}">open questions</a>.</p>
<ul class="figures">
<li><strong>${found.length} of ${rows.length}</strong>faults found</li>
<li><strong>${broken.length}</strong>rules broken on purpose</li>
<li><strong>${choices.failed.length}</strong>false positives in ${choices.runs} runs against conforming servers</li>
</ul>
${clients === null ? null : clientsProof(clients)}
${figures.length === 0 ? null : figuresTable(figures)}
${filter("Filter faults", ["found", "survived"])}
${sections(broken, ({ id }) => rows.filter(({ breaks }) => breaks === id).map(faultRow))}`;
}

function faultRow({ fault, breaks, failed }: Matrix["faults"][number]): Markup {
  const kind = failed.length > 0 ? "found" : "survived";
  const summary = faults.find(({ name }) => name === fault)?.summary;
  return html`<article class="row" id="${fault}" data-kind="${kind}">
${rowHeading(fault, kind, kind === "found" ? "valid" : "invalid")}
${summary === undefined ? null : html`<p>The server ${prose(summary)}.</p>`}
<p class="more">Breaks <a href="${pages.requirements.file}#${breaks}">${breaks}</a>${
    failed.length === 0 ? null : html`; found by ${codes(failed)}`
  }</p>
</article>`;
}
