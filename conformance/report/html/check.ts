import type { CheckEvent, ExchangeEvent, Verdict } from "../../base/events.ts";
import { clip, duration } from "../../base/text.ts";
import { signs } from "../color.ts";
import { isContradiction, requirementsOf } from "../model.ts";
import { type EvidenceLimits, exchangeFold, exchangeLine, narrow } from "./exchange.ts";
import { anchor, html, type Markup, prose } from "./markup.ts";

const fullEvidence: Readonly<Record<Verdict, number>> = {
  failed: 3,
  broken: 3,
  observed: 1,
  inconclusive: 2,
  passed: 1,
  skipped: 0,
};
const wide: EvidenceLimits = { bodyCharacters: 4096, headers: 40, valueCharacters: 500 };

/** A verdict as a sign and a word. */
export function verdictChip(verdict: Verdict, isKnown = false): Markup {
  return html`<span class="chip ${verdict}"><span aria-hidden="true">${signs[verdict]}</span> ${verdict}${isKnown ? ", known" : null}</span>`;
}

/** What of a check stands in the report. */
export interface CheckView {
  readonly check: CheckEvent;
  readonly exchanges: readonly ExchangeEvent[];
  /** Exchanges that stand in the report already; those shown here are added. */
  readonly shown: Set<string>;
  readonly isOpen: boolean;
}

/** One check, folded: what was found, the rule, what was expected and came, and the exchanges. */
export function checkFold({ check, exchanges, shown, isOpen }: CheckView): Markup {
  const isKnown = check.verdict === "failed" && !isContradiction(check);
  return html`<article class="check" id="${anchor("check", check.id)}" data-verdict="${check.verdict}">
<details${isOpen ? html` open` : null}>
<summary><h3>${prose(clip(check.title, 300))}</h3> ${verdictChip(check.verdict, isKnown)} <code class="id">${clip(check.id, 120)}</code></summary>
<div class="inside">
<p class="message">${clip(check.message, 4000)}</p>
<dl class="facts">
${facts(check)}
</dl>
${evidence(check, exchanges, shown, isOpen)}
<p class="foot"><a href="#${anchor("check", check.id)}">Link to this check</a> · took ${duration(check.durationMs)}</p>
</div>
</details>
</article>`;
}

function fact(label: string, value: Markup | string | null): Markup | null {
  return value === null ? null : html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`;
}

function facts(check: CheckEvent): (Markup | null)[] {
  const rules = requirementsOf(check).map(
    ({ id, statement, section, basis, because }) => html`<p class="rule">${prose(statement)}
<span class="note">${basis === "unspecified" ? "left open" : basis} in ${section} · <code>${id}</code>${because === undefined ? null : html`<br>because: ${prose(because)}`}</span></p>`,
  );
  const alternatives = check.expected.slice(0, 20).map((text) => html`<li>${clip(text, 1000)}</li>`);
  return [
    fact(rules.length > 1 ? "Rules" : "Rule", rules.length === 0 ? null : html`${rules}`),
    fact(
      alternatives.length > 1 ? "Expected one of" : "Expected",
      alternatives.length === 0 ? null : html`<ul>${alternatives}</ul>`,
    ),
    fact("Received", check.received === null ? null : clip(check.received, 4000)),
    fact("Answer", check.answer === null ? null : html`<code>${clip(check.answer, 300)}</code>`),
    fact(
      "At",
      check.pointer === null
        ? null
        : check.pointer === ""
          ? "the whole body"
          : html`<code>${clip(check.pointer, 300)}</code> of the body`,
    ),
    fact("Hint", check.hint === null ? null : clip(check.hint, 2000)),
    fact("Known failure", check.known === undefined ? null : clip(check.known, 2000)),
    fact("Repeat it", html`<code class="command">${clip(check.reproduce, 1000)}</code>`),
  ];
}

function evidence(
  check: CheckEvent,
  exchanges: readonly ExchangeEvent[],
  shown: Set<string>,
  isOpen: boolean,
): Markup | null {
  if (exchanges.length === 0) return null;
  const limits = isOpen ? wide : narrow;
  const folds: Markup[] = [];
  const lines: Markup[] = [];
  for (const [index, exchange] of exchanges.slice(0, 50).entries()) {
    if (index < fullEvidence[check.verdict] && !shown.has(exchange.id)) {
      shown.add(exchange.id);
      const pointer = index === 0 ? check.pointer : null;
      folds.push(exchangeFold(exchange, { isOpen: isOpen && index === 0, pointer, limits }));
    } else {
      lines.push(exchangeLine(exchange, shown.has(exchange.id)));
    }
  }
  return html`<div class="evidence">
${folds}
${lines.length === 0 ? null : html`<ul class="more">${lines}</ul>`}
</div>`;
}
