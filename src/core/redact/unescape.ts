/** A text with its escapes resolved, and the offset of each of its characters in the original. */
export interface Unescaped {
  readonly text: string;
  /** One entry more than `text` has characters; the last one is the length of the original. */
  readonly offsets: Uint32Array;
}

const escapes =
  /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|\\(["'\\/bfnrt])|&#x([0-9a-f]{1,6});|&#([0-9]{1,7});|&(amp|lt|gt|quot|apos);|(\r?\n[ \t]*|(?:%[0-9a-f]?|\\(?:u\{?[0-9a-f]{0,5}|x[0-9a-f]?)?|&(?:#x?[0-9a-f]{0,6}|[a-z]{0,4}))$)/gi;

const letters: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function character(match: RegExpExecArray): string {
  const [whole, percent, unicode, braced, hex, letter, entityHex, entityDecimal, entity, nothing] = match;
  if (nothing !== undefined) return "";
  if (letter !== undefined) return letters[letter.toLowerCase()] ?? letter;
  if (entity !== undefined) return entities[entity.toLowerCase()] ?? whole;
  const digits = percent ?? unicode ?? braced ?? hex ?? entityHex;
  const code = digits === undefined ? Number(entityDecimal) : Number.parseInt(digits, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/**
 * Resolves percent encoding, JSON and string escapes and HTML entities, in one pass and at any position:
 * an encoder may escape every character or just a few, and which ones cannot be predicted. Percent-encoded
 * bytes become one character each. A line break is removed, since base64 encoders wrap their lines,
 * and so is an escape cut off by the end of the text. Null if there is nothing to resolve.
 */
function unescapeOnce(text: string): Unescaped | null {
  escapes.lastIndex = 0;
  let match = escapes.exec(text);
  if (match === null) return null;
  // No escape is shorter than its decoded text, so the original's length is enough.
  const offsets = new Uint32Array(text.length + 1);
  let result = "";
  let done = 0;
  while (match !== null) {
    for (let from = done; from < match.index; from++) offsets[result.length + from - done] = from;
    result += text.slice(done, match.index);
    const resolved = character(match);
    for (let unit = 0; unit < resolved.length; unit++) offsets[result.length + unit] = match.index;
    result += resolved;
    done = match.index + match[0].length;
    match = escapes.exec(text);
  }
  for (let from = done; from <= text.length; from++) offsets[result.length + from - done] = from;
  result += text.slice(done);
  return { text: result, offsets: offsets.subarray(0, result.length + 1) };
}

/**
 * The text after one, two and three rounds of unescaping, each with offsets into the original: a
 * JSON text may be quoted in another JSON text, and a form value in an HTML page.
 */
export function* unescapings(text: string): Generator<Unescaped> {
  let current = unescapeOnce(text);
  for (let round = 1; current !== null && round <= 3; round++) {
    yield current;
    const outer: Uint32Array = current.offsets;
    const next: Unescaped | null = unescapeOnce(current.text);
    current =
      next === null ? null : { text: next.text, offsets: next.offsets.map((offset) => outer[offset] ?? 0) };
  }
}
