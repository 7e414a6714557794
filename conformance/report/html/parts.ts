/** Building blocks that several parts of the page share. */
import type { CheckEvent, Verdict } from "../../base/events.ts";
import { html, type Markup, type Part, prose } from "../../base/markup.ts";
import { clip } from "../../base/text.ts";
import { signs } from "../color.ts";
import { anchor } from "./anchor.ts";

/** A list of labels and values; a label whose value is null is left out. */
export function facts(rows: readonly (readonly [label: string, value: Part])[]): Markup {
  const shown = rows.filter(([, value]) => value !== null);
  return html`<dl class="facts">
${shown.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

/** The sign of a verdict, hidden from screen readers because the word is beside it. */
export function sign(verdict: Verdict): Markup {
  return html`<span aria-hidden="true">${signs[verdict]}</span>`;
}

/** A link to a check, with its title unless another text is given. */
export function checkLink({ id, title }: CheckEvent, text = clip(title, 300)): Markup {
  return html`<a href="#${anchor("check", id)}">${prose(text)}</a>`;
}
