import { type Document, LineCounter, parseDocument, visit } from "yaml";

/**
 * The content of a YAML file.
 *
 * @param text - The YAML.
 * @param name - What the file is called in a message, such as `openapi/partner-card.yaml`.
 * @throws Error that names the first mistake as `name:line:column: what is wrong`; later ones mostly follow from it.
 */
export function parseYaml(text: string, name: string): unknown {
  const lines = new LineCounter();
  // Redocly, which reads the same files, knows merge keys as well.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const mistake = mistakeOf(document);
  if (mistake !== undefined) {
    const { line, col } = lines.linePos(mistake.offset);
    throw new Error(`${name}:${line}:${col}: ${mistake.message}`);
  }
  return document.toJS();
}

function mistakeOf(document: Document): { offset: number; message: string } | undefined {
  const [error] = document.errors;
  if (error !== undefined) return { offset: error.pos[0], message: error.message };
  let found: { offset: number; message: string } | undefined;
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return undefined;
      found = {
        offset: alias.range?.[0] ?? 0,
        message: `No anchor &${alias.source} stands before *${alias.source}`,
      };
      return visit.BREAK;
    },
  });
  return found;
}
