import { printable } from "./text.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // In an attribute, a parser would turn these into spaces.
  "\n": "&#10;",
  "\t": "&#9;",
};

/**
 * A text as XML 1.0 may hold it, in an element as well as in an attribute: characters that XML forbids even
 * as a reference are shown as pictures, and since every > is escaped no `]]>` is left.
 */
export function xml(value: string): string {
  return printable(value).replace(/[&<>"'\n\t]/g, (character) => entities[character] ?? "");
}

/** Attributes in their order, with a space before each; those without a value are left out. */
export function attributes(values: Readonly<Record<string, string | number | null>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${xml(String(value))}"`)
    .join("");
}
