import { faults } from "../../conformance/sandbox/faults.ts";
import type { Matrix } from "../../conformance/selftest/matrix.ts";
import { requirements } from "../../generated/requirements.ts";
import { type Html, html, inline, slug } from "./html.ts";
import { pages } from "./nav.ts";
import { bySection, filter } from "./requirements-page.ts";

/** The page that shows how the suite was tried on servers that are known to be wrong, and to be right. */
export function proofPage({ faults: rows, choices }: Matrix): Html {
  const found = rows.filter(({ failed }) => failed.length > 0);
  const broken = requirements.filter(({ id }) => rows.some(({ breaks }) => breaks === id));
  return html`<h1>${pages.proof.title}</h1>
<p class="lead">${pages.proof.about}</p>
<p>A fault of the sandbox breaks one rule in one way. For each of them the whole suite was run against a sandbox with
just this fault. And because a suite that fails every server finds every fault as well, it was also run against
conforming sandboxes: over all pairs of answers to the <a href="${pages.questions.file}">open questions</a>.</p>
<ul class="figures">
<li><strong>${found.length} of ${rows.length}</strong>faults found</li>
<li><strong>${broken.length}</strong>rules broken on purpose</li>
<li><strong>${choices.failed.length}</strong>false positives in ${choices.runs} runs against conforming servers</li>
</ul>
${filter("Filter faults", ["found", "survived"])}
${bySection(broken).map(
  ([section, rules]) => html`<section class="rows">
<h2 id="${slug(section)}"><a class="anchor" href="#${slug(section)}">${section}</a></h2>
${rules.flatMap(({ id }) => rows.filter(({ breaks }) => breaks === id).map(faultRow))}
</section>`,
)}`;
}

function faultRow({ fault, breaks, failed }: Matrix["faults"][number]): Html {
  const kind = failed.length > 0 ? "found" : "survived";
  const summary = faults.find(({ name }) => name === fault)?.summary;
  return html`<article class="row" id="${fault}" data-kind="${kind}">
<h3><a class="anchor" href="#${fault}">${fault}</a> <span class="tag ${kind === "found" ? "valid" : "invalid"}">${kind}</span></h3>
${summary === undefined ? null : html`<p>The server ${inline(summary)}.</p>`}
<p class="more">Breaks <a href="${pages.requirements.file}#${breaks}">${breaks}</a>${
    failed.length === 0
      ? null
      : html`; found by ${failed.map((id, at) => html`${at === 0 ? null : ", "}<code>${id}</code>`)}`
  }</p>
</article>`;
}
