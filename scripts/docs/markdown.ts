import { Marked, type Token, type Tokens } from "marked";
import { highlight } from "./highlight.ts";
import { escapeHtml, slug } from "./html.ts";

/** A heading of a page, for its table of contents. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A rendered Markdown page. */
export interface Rendered {
  readonly html: string;
  /** Level 2 and 3, in order. */
  readonly headings: readonly Heading[];
}

/**
 * Renders a guide. Headings get anchors, code its colours, wide tables a scroll box of their own.
 *
 * @param markdown - GitHub flavoured Markdown; HTML in it is passed on, as the guides are our own.
 * @throws Error when two headings would share an anchor.
 */
export function renderMarkdown(markdown: string): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const id = slug(text);
        if (headings.some((heading) => heading.id === id))
          throw new Error(`two headings are called "${text}"`);
        headings.push({ level: depth, id, text });
        return headingHtml(depth, id, this.parser.parseInline(tokens));
      },
      code({ text, lang }) {
        return codeHtml(text, lang ?? "");
      },
      table(token) {
        return scrollable(tableHtml(token, (tokens) => this.parser.parseInline(tokens)));
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings: headings.filter(({ level }) => level === 2 || level === 3) };
}

/** A heading that links to itself. */
export function headingHtml(level: number, id: string, content: string): string {
  return `<h${level} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${level}>\n`;
}

/**
 * A block of code, with room for a button that copies it.
 *
 * @param info - Language, and further words that only tests read.
 */
export function codeHtml(code: string, info: string): string {
  const [language = ""] = info.split(" ");
  return `<figure class="code"><pre tabindex="0"><code>${highlight(code, language)}</code></pre></figure>\n`;
}

/** Puts a wide thing into a box that scrolls by itself, so that the page does not. */
export function scrollable(content: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="Table">${content}</div>\n`;
}

function tableHtml({ header, rows }: Tokens.Table, inline: (tokens: Token[]) => string): string {
  const head = header.map(({ tokens }) => `<th scope="col">${inline(tokens)}</th>`).join("");
  const body = rows
    .map((row) => `<tr>${row.map(({ tokens }) => `<td>${inline(tokens)}</td>`).join("")}</tr>`)
    .join("\n");
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function plainText(tokens: Token[]): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? String(token.text) : "",
    )
    .join("");
}

/** Text of a page for the search: tags and code figures removed. */
export function textOf(html: string): string {
  return html
    .replace(/<figure[\s\S]*?<\/figure>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => unescaped[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}

const unescaped: Record<string, string> = Object.fromEntries(
  ["&", "<", ">", '"', "'"].map((character) => [escapeHtml(character), character]),
);
