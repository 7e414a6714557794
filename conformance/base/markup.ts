import { printable } from "./text.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * A text as XML 1.0 and HTML may hold it, in an element and in a quoted attribute: characters that XML forbids
 * even as a reference are shown as pictures, and since every > is escaped no `]]>` is left.
 */
export function escapeMarkup(value: string): string {
  return printable(value).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** HTML that is safe to put into HTML as it is. */
export interface Markup {
  readonly html: string;
}

/** What may stand in a template: a text is escaped, a list is joined, null and undefined show as nothing. */
export type Part = string | number | null | undefined | Markup | readonly Part[];

function partToHtml(part: Part): string {
  if (part === null || part === undefined) return "";
  if (typeof part === "string") return escapeMarkup(part);
  if (typeof part === "number") return String(part);
  return "html" in part ? part.html : part.map(partToHtml).join("");
}

/** A template that escapes whatever is put into it, so that forgetting to escape is not possible. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: String.raw({ raw: strings }, ...parts.map(partToHtml)) };
}

/** Declares a text to be HTML already, such as a style sheet of ours. Never for data. */
export function trusted(text: string): Markup {
  return { html: text };
}

/** A text as HTML in which `backticks` set off code. */
export function prose(text: string): Markup {
  return trusted(escapeMarkup(text).replace(/`([^`]+)`/g, "<code>$1</code>"));
}
