/** Why a body is no JSON (RFC 8259). Pure. */
import type { Received } from "./exchange.ts";

/**
 * What is wrong with the body of a response that has to be JSON; null if nothing is. It tells the place, and none of
 * the text: part of a secret may stand there.
 */
export function jsonProblem(response: Received): string | null {
  const { bytes, isText, form } = response;
  if (isText && form !== "not JSON") return null;
  if (bytes === 0) return "an empty body";
  if (!isText) return `${bytes} bytes that are not UTF-8 (RFC 8259, section 8.1)`;
  const { text } = response;
  if (text.startsWith("\uFEFF"))
    return `${bytes} bytes that begin with a byte order mark (RFC 8259, section 8.1)`;
  return `${bytes} bytes that are no JSON${placeIn(text)}`;
}

/** Where the parser stopped, if it says so. */
function placeIn(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    const [, at] = /position (\d+)/.exec(String(error)) ?? [];
    return at === undefined ? "" : `, from character ${Number(at) + 1} on`;
  }
}
