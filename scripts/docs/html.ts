/** HTML that is safe to put into a page: made by {@link html} or declared so with {@link raw}. */
export interface Html {
  readonly html: string;
}

/** What may stand in a template: text is escaped, lists are joined, nothing is left out. */
export type Part = Html | string | number | null | undefined | readonly Part[];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for element content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Declares text to be HTML already. */
export function raw(text: string): Html {
  return { html: text };
}

/** Builds HTML from a template; every value that is not HTML already is escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return raw(strings.map((string, index) => string + render(parts[index])).join(""));
}

function render(part: Part): string {
  if (part === null || part === undefined) return "";
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  if ("html" in part) return part.html;
  return part.map(render).join("");
}

/** Text with `code` in backticks, as requirements are written, as HTML. */
export function inline(text: string): Html {
  return raw(escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>"));
}

/** A name for an anchor: lower case, words joined by hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
