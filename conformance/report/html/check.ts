import type { CheckEvent, ExchangeEvent } from "../../base/events.ts";
import { html, type Markup, type Part, prose } from "../../base/markup.ts";
import { clip, duration } from "../../base/text.ts";
import { mostCommand } from "../evidence.ts";
import { isBad, isKnownFailure, requirementsOf } from "../model.ts";
import { anchor } from "./anchor.ts";
import { exchanges } from "./exchange.ts";
import { facts, sign } from "./parts.ts";

/** One check and how it is shown. */
export interface CheckView {
  readonly check: CheckEvent;
  readonly exchanges: readonly ExchangeEvent[];
  /** How to send the deciding request again by hand; null where that is not shown. */
  readonly curl: string | null;
  /** Ids of the exchanges already shown in full; those shown here are added. */
  readonly shown: Set<string>;
  readonly isOpen: boolean;
}

/** One check, folded: the finding, the rule, what was expected and received, and the exchanges. */
export function checkFold({ check, exchanges: all, curl, shown, isOpen }: CheckView): Markup {
  const { id, title, verdict, message, pointer, durationMs } = check;
  const target = anchor("check", id);
  return html`<article class="check" id="${target}" data-verdict="${verdict}">
<details${isOpen ? html` open` : null}>
<summary><h3>${prose(clip(title, 300))}</h3> <span class="chip ${verdict}">${sign(verdict)} ${verdict}${isKnownFailure(check) ? ", known" : null}</span> <code class="id">${clip(id, 120)}</code></summary>
<div class="inside">
<p class="message">${clip(message, 4000)}</p>
${facts(factsOf(check, curl))}
${exchanges(all, isBad(check) ? 3 : 1, shown, { isOpen, pointer })}
<p class="foot"><a href="#${target}">Link to this check</a> · took ${duration(durationMs)}</p>
</div>
</details>
</article>`;
}

function factsOf(check: CheckEvent, curl: string | null): (readonly [label: string, value: Part])[] {
  const { expected, received, answer, pointer, hint, known = null, reproduce } = check;
  const rules = requirementsOf(check).map(
    ({ id, statement, section, basis, because }) => html`<p class="rule">${prose(statement)}
<span class="note">${basis === "unspecified" ? "left open" : basis} in ${section} · <code>${id}</code>${because === undefined ? null : html`<br>because: ${prose(because)}`}</span></p>`,
  );
  const alternatives = expected.slice(0, 20).map((text) => html`<li>${clip(text, 1000)}</li>`);
  const place = pointer && html`<code>${clip(pointer, 300)}</code> of the body`;
  return [
    [rules.length > 1 ? "Rules" : "Rule", rules.length === 0 ? null : rules],
    [
      alternatives.length > 1 ? "Expected one of" : "Expected",
      alternatives.length === 0 ? null : html`<ul>${alternatives}</ul>`,
    ],
    ["Received", received && clip(received, 4000)],
    ["Answer", answer && html`<code>${clip(answer, 300)}</code>`],
    ["At", pointer === "" ? "the whole body" : place],
    ["Hint", hint && clip(hint, 2000)],
    ["Known failure", known && clip(known, 2000)],
    ["Repeat it", html`<code class="command">${clip(reproduce, mostCommand)}</code>`],
    ["By hand", curl && html`<pre>${curl}</pre>`],
  ];
}
