import { readFileSync } from "node:fs";
import { type Markup, trusted } from "../../conformance/base/markup.ts";
import type { Page } from "./layout.ts";
import { renderMarkdown } from "./markdown.ts";
import type { PageInfo } from "./nav.ts";
import { mistakesTable, vectorExample, vectorsList } from "./vectors-page.ts";

/** Parts of a guide generated from data; inserted at a line `{{name}}` or `{{name argument}}`. */
const inserts: Readonly<Record<string, (argument: string) => Markup>> = {
  mistakes: mistakesTable,
  vectors: vectorsList,
  vector: vectorExample,
};

/** Path of the Markdown file of a guide. */
export function guideFile({ file }: PageInfo): URL {
  return new URL(`pages/${file.replace(/\.html$/, ".md")}`, import.meta.url);
}

/**
 * Builds a guide from its Markdown in scripts/docs/pages/.
 *
 * @throws Error when it uses an insert that does not exist.
 */
export function guide(info: PageInfo): Page {
  const { html: text, headings } = renderMarkdown(readFileSync(guideFile(info), "utf8"));
  const whole = text.replace(/<p>\{\{(\w+)(?: ([\w-]+))?\}\}<\/p>/g, (_, name: string, argument = "") => {
    const insert = inserts[name];
    if (insert === undefined) throw new Error(`${info.file}: there is no insert called ${name}`);
    return insert(argument).html;
  });
  return { info, content: trusted(whole), headings };
}
