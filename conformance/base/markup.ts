import { printable } from "./text.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Escapes a text for XML 1.0 and HTML, for elements and quoted attributes: characters that XML forbids
 * even as a reference are shown as pictures, and since every > is escaped no `]]>` is left.
 */
export function escapeMarkup(value: string): string {
  return printable(value).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** HTML that is safe to put into HTML as it is. */
export interface Markup {
  readonly html: string;
}

/** What a template accepts: a text is escaped, a list is joined, null and undefined show as nothing. */
export type Part = string | number | null | undefined | Markup | readonly Part[];

function partToHtml(part: Part): string {
  if (part === null || part === undefined) return "";
  if (typeof part === "string") return escapeMarkup(part);
  if (typeof part === "number") return String(part);
  return "html" in part ? part.html : part.map(partToHtml).join("");
}

/** A template that escapes every value put into it, so escaping cannot be forgotten. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: String.raw({ raw: strings }, ...parts.map(partToHtml)) };
}

/** Marks a text as safe HTML, such as one of our style sheets. Never for data. */
export function trusted(text: string): Markup {
  return { html: text };
}

/** A text as HTML in which `backticks` set off code. */
export function prose(text: string): Markup {
  return trusted(escapeMarkup(text).replace(/`([^`]+)`/g, "<code>$1</code>"));
}
