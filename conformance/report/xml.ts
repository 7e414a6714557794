import { printable } from "../base/text.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * A text as XML 1.0 and HTML may hold it: characters that XML forbids even as a reference are shown as
 * pictures, and since every > is escaped no `]]>` is left.
 */
export function escapeMarkup(value: string): string {
  return printable(value).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Attributes in their order, with a space before each; those without a value are left out. */
export function attributes(values: Readonly<Record<string, string | number | null>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join("");
}

/** In an attribute, a parser would turn line breaks and tabs into spaces. */
function escapeAttribute(value: string): string {
  return escapeMarkup(value).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
