import { html, type Markup } from "../../conformance/base/markup.ts";
import { drawnSpellings } from "../../conformance/checks/read-spellings.ts";
import { nameOf } from "../../conformance/plan/case.ts";
import { scrollable } from "./markdown.ts";

/** Every way to spell a request that means the same: its name in a case, in words, why, and whether it must work. */
export function spellingsTable(): Markup {
  const rows = drawnSpellings.map(
    (spelling) =>
      html`<tr><td>${spelling.dimension}</td><td><code>${nameOf(spelling)}</code></td><td>${spelling.when}</td><td>${spelling.basis}</td><td>${spelling.expectation}</td></tr>`,
  );
  return scrollable(html`<table><thead><tr>
<th scope="col">Dimension</th><th scope="col">In a case</th><th scope="col">A request when</th><th scope="col">Means the same by</th><th scope="col">A server</th>
</tr></thead><tbody>${rows}</tbody></table>`);
}
