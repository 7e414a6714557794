import { Marked } from "marked";
import { html, type Markup, trusted } from "../../conformance/base/markup.ts";
import { highlight } from "./highlight.ts";

/** A heading of a page, for its table of contents. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A rendered Markdown page. */
export interface Rendered {
  readonly html: string;
  /** Headings of level 2 and 3, in order. */
  readonly headings: readonly Heading[];
}

/**
 * Renders a guide. Headings get anchors, code is highlighted, and wide tables get their own scroll box.
 *
 * @param markdown - GitHub flavoured Markdown; HTML in it is kept, as the guides are trusted.
 * @throws Error when two headings would share an anchor.
 */
export function renderMarkdown(markdown: string): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = slug(text);
        if (headings.some((heading) => heading.id === id))
          throw new Error(`two headings are called "${text}"`);
        headings.push({ level: depth, id, text });
        return `<h${depth} id="${id}">${selfLink(id, trusted(this.parser.parseInline(tokens))).html}</h${depth}>\n`;
      },
      code: ({ text, lang = "" }) => codeFigure(text, lang).html,
    },
  });
  const page = marked
    .parse(markdown, { async: false })
    .replaceAll("<th>", '<th scope="col">')
    .replace(/<table>[\s\S]*?<\/table>/g, (table) => scrollable(trusted(table)).html);
  return { html: page, headings: headings.filter(({ level }) => level === 2 || level === 3) };
}

/** A name for an anchor: lower case, words joined by hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

/** The content of a heading: a link to the element with this id, which holds the heading. */
export function selfLink(id: string, content: Markup | string): Markup {
  return html`<a class="anchor" href="#${id}">${content}</a>`;
}

/**
 * A code block with room for a copy button.
 *
 * @param info - Language, and further words used only by tests.
 */
export function codeFigure(code: string, info: string): Markup {
  const [language = ""] = info.split(" ");
  return html`<figure class="code"><pre tabindex="0"><code>${highlight(code, language)}</code></pre></figure>\n`;
}

/** Puts a wide table into its own scroll box, so that the page does not scroll. */
export function scrollable(table: Markup): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table">${table}</div>\n`;
}

/** Text of a page for the search: tags and code figures removed. */
export function textOf(page: string): string {
  return page
    .replace(/<figure[\s\S]*?<\/figure>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&[a-z0-9#]+;/g, (entity) => characters.get(entity) ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}

const characters = new Map([...`&<>"'`].map((character) => [html`${character}`.html, character]));
