import { type Markup, trusted } from "../../conformance/base/markup.ts";
import { inWords } from "../../conformance/base/seconds.ts";
import { api } from "../../generated/operations.ts";
import { encodingName } from "../../src/signature/encoding.ts";
import type { GuideFile } from "./guide-files.ts";
import type { Page } from "./layout.ts";
import { renderMarkdown } from "./markdown.ts";
import { guideInfo, pages, placeOf } from "./nav.ts";
import { scenariosTable } from "./scenarios-table.ts";
import { spellingsTable } from "./spellings-table.ts";
import { mistakesTable, vectorExample, vectorsList } from "./vectors-page.ts";

/** What a guide says as `{{name}}`: constants that the description fixes, in words for readers. */
export const constants: Readonly<Record<string, string>> = {
  versionPrefix: api.versionPrefix,
  scopes: api.scopes.join(" "),
  timestampHeader: api.headers.timestamp,
  signatureHeader: api.headers.signature,
  idempotencyKeyHeader: api.headers.idempotencyKey,
  timestampWindow: inWords(api.timestampWindowSeconds),
  idempotencyKeyLifetime: inWords(api.idempotencyKeyLifetimeSeconds),
  signedString: api.signature.string,
  signatureHash: api.signature.hash.toUpperCase().replace("SHA", "SHA-"),
  signatureEncoding: encodingName(),
};

/** Parts of a guide generated from data; inserted at a line `{{name}}` or `{{name argument}}`. */
const inserts: Readonly<Record<string, (argument: string) => Markup>> = {
  mistakes: mistakesTable,
  vectors: vectorsList,
  vector: vectorExample,
  spellings: spellingsTable,
  scenarios: scenariosTable,
};

/**
 * Builds a guide: its Markdown with constants of the description and parts made from data filled in.
 *
 * @throws Error when it names a constant or an insert that does not exist.
 */
export function guide(file: GuideFile): Page {
  const { html: text, headings } = renderMarkdown(withConstants(file));
  const whole = text.replace(/<p>\{\{(\w+)(?: ([\w-]+))?\}\}<\/p>/g, (_, name: string, argument = "") => {
    const insert = inserts[name];
    if (insert === undefined) throw unknown(file, name);
    return insert(argument).html;
  });
  const questions = new RegExp(`href="${pages.questions.file}#([^"]+)"`, "g");
  const linked = whole.replace(questions, (_, id: string) => `href="${placeOf(id)}"`);
  return { info: guideInfo(file), content: trusted(linked), headings };
}

/** The Markdown of a guide with each `{{name}}` of a constant replaced by it, also inside of code. */
export function withConstants(file: Pick<GuideFile, "name" | "markdown">): string {
  return file.markdown.replace(/\{\{(\w+)\}\}/g, (found, name: string) => {
    if (name in inserts) return found;
    const constant = constants[name];
    if (constant === undefined) throw unknown(file, name);
    return constant;
  });
}

function unknown(file: Pick<GuideFile, "name">, name: string): Error {
  const known = [...Object.keys(constants), ...Object.keys(inserts)].join(", ");
  return new Error(`scripts/docs/pages/${file.name}.md: there is no {{${name}}}, only ${known}`);
}
