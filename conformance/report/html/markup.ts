import { createHash } from "node:crypto";
import { escapeMarkup } from "../xml.ts";

/** HTML that is safe to put into HTML as it is. */
export interface Markup {
  readonly html: string;
}

/** What may stand in a template: a text is escaped, nothing shows as nothing. */
export type Part = string | number | null | Markup | readonly Part[];

function partToHtml(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string") return escapeMarkup(part);
  if (typeof part === "number") return String(part);
  return "html" in part ? part.html : part.map(partToHtml).join("");
}

/** A template that escapes whatever is put into it, so that forgetting to escape is not possible. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: String.raw({ raw: strings }, ...parts.map(partToHtml)) };
}

/** Marks a text that was written for this report, such as its style, as HTML. Never for data. */
export function trusted(text: string): Markup {
  return { html: text };
}

/** A sentence of ours, in which `backticks` set off code. */
export function prose(text: string): Markup {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** The target of links to a check or an exchange; two ids never get the same one. */
export function anchor(kind: "check" | "exchange", id: string): string {
  const safe = id.replace(/[^A-Za-z0-9.-]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`);
  if (safe.length <= 150) return `${kind}-${safe}`;
  return `${kind}-${safe.slice(0, 150)}-${createHash("sha256").update(id).digest("hex").slice(0, 12)}`;
}

/** The target of links to a section. */
export function sectionAnchor(name: string): string {
  const description = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `section-${description.join("-").slice(0, 100)}`;
}
