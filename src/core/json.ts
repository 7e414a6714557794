/** The object that a JSON text holds; undefined for any other value, and for what is not JSON. */
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

/** Strings and numbers: all that has digits in JSON. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g;

/** What every number that may change has: sixteen digits, or an exponent of three. */
const suspicious = /[0-9.]{16}|[0-9][eE][+-]?[0-9]{3}/;

/**
 * Puts a string in the place of each number that JavaScript would change while it parses it: integers beyond 2^53,
 * decimals with more digits than a double holds, and those that would become Infinity or zero.
 *
 * @param json - Text that has been parsed as JSON before.
 * @param mark - Stands before the digits in each string; a text that nobody can know beforehand.
 * @returns The same text where no number changes.
 */
export function markChangedNumbers(json: string, mark: string): string {
  if (!suspicious.test(json)) return json;
  return json.replace(tokens, (token) =>
    token.startsWith('"') || isKept(token) ? token : `"${mark}${token}"`,
  );
}

/** Tells whether the shortest text of the parsed number stands for the same number. */
function isKept(literal: string): boolean {
  return !suspicious.test(literal) || canonical(literal) === canonical(String(Number(literal)));
}

/** A number as sign, digits without zeros at either end, and exponent: one text for each value. */
function canonical(literal: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
