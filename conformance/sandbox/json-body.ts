/** Reads a request body as JSON, and says what is wrong with one that is none. */

/** The value of a JSON body. */
export interface JsonBody {
  readonly value: unknown;
}

/**
 * The value in a JSON text, or a text that explains why there is none.
 *
 * @param hint - What to send, for a text that is empty or holds no object.
 */
export function readJson(text: string, hint: string): JsonBody | string {
  if (text.trim() === "") return `The body is empty; ${hint}.`;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return `The body is not JSON${whereBroken(error)}.`;
  }
}

/** The type of a JSON value with its article; null has no article. */
export function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Where a text stops being JSON. The parser's own message is not passed on: it may quote the body. */
function whereBroken(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (/^(Unexpected end|Unterminated)/.test(message)) return ": it ends too early";
  const position = /at position ([0-9]+)/.exec(message)?.[1];
  if (position !== undefined) return `: character ${Number(position) + 1} is not expected`;
  const token = /^Unexpected token '(.)'/u.exec(message)?.[1];
  return token === undefined ? "" : `: ${JSON.stringify(token)} is not expected where it stands`;
}
