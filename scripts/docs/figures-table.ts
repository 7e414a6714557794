import { html, type Markup } from "../../conformance/base/markup.ts";
import type { ClassFigures, Figures, SampleFigures } from "../../conformance/selftest/sample/figures.ts";
import { share } from "../../conformance/selftest/sample/wilson.ts";
import { scrollable } from "./markdown.ts";

/** What share of faulty servers that nobody has listed was found, for each sample that is kept, by class. */
export function figuresTable(figures: Figures): Markup {
  const rows = figures.flatMap((sample) => [...sample.classes, total(sample)].map((one) => row(sample, one)));
  return html`<h2 id="samples">Servers that nobody has listed</h2>
<p>A catalogue shows only what its authors have thought of. So faults were also drawn, each under no, one or two conditions:
"only when Accept is absent", "only every fifth time". A server was left out (dropped) if no request made for it shows its
fault. In brackets stands the 95 % interval of the share (Wilson score).</p>
${scrollable(html`<table><thead><tr>
<th scope="col">The suite draws</th><th scope="col">Faulty servers</th><th scope="col">Found</th><th scope="col">By a check of the rule</th><th scope="col">Dropped</th>
</tr></thead><tbody>${rows}</tbody></table>`)}
<p>The same again: ${figures.map(
    (sample, index) => html`${index === 0 ? null : ", "}<code>${commandOf(sample)}</code>`,
  )}.</p>
<h2 id="catalogue">The catalogue</h2>`;
}

function row(
  { draws }: SampleFigures,
  one: Omit<ClassFigures, "class"> & { readonly class: string },
): Markup {
  return html`<tr><td>${draws === "default" ? "as by default" : "with --thorough"}</td><td>${one.class}</td><td>${share(one.found, one.drawn)}</td><td>${one.named}</td><td>${one.dropped}</td></tr>`;
}

function total({ classes }: SampleFigures): Omit<ClassFigures, "class"> & { readonly class: string } {
  const sum = (name: "drawn" | "found" | "named" | "dropped") =>
    classes.reduce((all, one) => all + one[name], 0);
  return {
    class: "all",
    drawn: sum("drawn"),
    found: sum("found"),
    named: sum("named"),
    dropped: sum("dropped"),
  };
}

function commandOf({ draws, size, seed }: SampleFigures): string {
  return `npm run proof -- --sample ${size} --seed ${seed}${draws === "thorough" ? " --thorough" : ""}`;
}
