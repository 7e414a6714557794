/** The object in a JSON text; undefined for any other value, and for text that is not JSON. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    // The parser's message would quote the text.
    return undefined;
  }
}

/**
 * The value at a JSON pointer (RFC 6901) without escapes; undefined where there is none.
 *
 * @param pointer - "" for the whole value, otherwise "/name/name".
 */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const name of pointer.split("/").slice(1)) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** Strings and numbers: the only JSON tokens that contain digits. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g;

/** Exponents of three digits, which may become Infinity or zero. */
const largeExponent = /[0-9][eE][+-]?[0-9]{3}/;

/** Digits from which on a double may lose some. */
const manyDigits = 16;

/**
 * Tells whether a text may contain a number that changes: sixteen digits in a row, or an exponent of three. Any such
 * row has a digit at a multiple of sixteen, so only those are looked at: a page has thousands of characters.
 */
function isSuspicious(text: string): boolean {
  for (let i = manyDigits - 1; i < text.length; i += manyDigits) {
    if (!isDigit(text, i)) continue;
    let [first, last] = [i, i];
    while (isDigit(text, first - 1)) first -= 1;
    while (isDigit(text, last + 1)) last += 1;
    if (last - first + 1 >= manyDigits) return true;
  }
  return largeExponent.test(text);
}

/** A digit, or the decimal point between digits. */
function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}

/**
 * Replaces each number that JavaScript would change while parsing by a string: integers beyond 2^53,
 * decimals with more digits than a double holds, and those that would become Infinity or zero.
 *
 * @param json - Text that has already been parsed as JSON.
 * @param mark - Put before the digits in each string; must be unpredictable.
 * @returns The unchanged text if no number changes.
 */
export function markChangedNumbers(json: string, mark: string): string {
  if (!isSuspicious(json)) return json;
  return json.replace(tokens, (token) =>
    token.startsWith('"') || isKept(token) ? token : `"${mark}${token}"`,
  );
}

/** Tells whether the shortest text of the parsed number has the same value. */
function isKept(literal: string): boolean {
  return !isSuspicious(literal) || canonical(literal) === canonical(String(Number(literal)));
}

/** A number as sign, digits without leading or trailing zeros, and exponent: one text for each value. */
function canonical(literal: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
