/** How many characters of the end of a page are looked at: more than any cursor and its name take. */
const tailLength = 8192;

/**
 * The cursor of a page, read from the end of its text without parsing the rest: so the next page can be asked for
 * before this one is parsed. It is the one that a parser finds, if the text is JSON at all.
 *
 * @param text - Body of the response.
 * @param pointer - Where the cursor is, as a JSON pointer (RFC 6901).
 * @returns undefined where the page does not end with a cursor, or has it deeper inside.
 */
export function cursorAtEnd(text: string, pointer: string): string | undefined {
  const [, name = "", ...deeper] = pointer.split("/");
  if (deeper.length > 0) return undefined;
  const tail = text.slice(-tailLength);
  const member = JSON.stringify(name);
  const at = tail.lastIndexOf(member);
  // A quote after anything else is the end of a text, or part of one.
  if (at < 1 || !/[\s,{]/.test(tail.charAt(at - 1))) return undefined;
  // The last brace of a JSON text is that of the whole page, so this is a member of the page itself, and the last.
  const [, value] = /^\s*:\s*("(?:[^"\\]|\\.)*")\s*\}\s*$/.exec(tail.slice(at + member.length)) ?? [];
  try {
    return value === undefined ? undefined : (JSON.parse(value) as string);
  } catch {
    return undefined;
  }
}
