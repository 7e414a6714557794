/** JSON whose numbers keep their digits: amounts near 2^63 are read, compared and written back as text. */
import { randomUUID } from "node:crypto";

/** A number that a double cannot hold, as the text it came in. */
export class ExactNumber {
  /** The literal, for example "9223372036854775807". */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An amount as it was read. */
export type Amount = number | ExactNumber;

/** True for a number, exact or not. */
export function isAmount(value: unknown): value is Amount {
  return typeof value === "number" || value instanceof ExactNumber;
}

/**
 * An amount some steps away. Beyond what a double holds exactly, it is one below that, so that no server has to
 * round it.
 */
export function amountBeside(amount: Amount, step: number): number {
  const whole = Math.trunc(amount instanceof ExactNumber ? Number(amount.text) : amount);
  return Number.isSafeInteger(whole + step) ? whole + step : Number.MAX_SAFE_INTEGER - Math.abs(step);
}

/** Strings, numbers, and everything in between: the tokens that can follow each other in JSON. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g;
/** No double has more digits than this without losing some. */
const exactDigits = 15;

/** True for JSON that may hold a number with more digits than a double keeps. */
export function hasLongNumber(text: string): boolean {
  return /[0-9][0-9.]{15}/.test(text);
}

/**
 * Reads JSON; a number whose digits a double does not keep becomes an {@link ExactNumber}.
 *
 * @throws SyntaxError where the text is not JSON.
 */
export function parseExact(text: string): unknown {
  if (!hasLongNumber(text)) return JSON.parse(text);
  // Each such number becomes a string with a mark that nobody can know.
  const mark = `${randomUUID()}:`;
  const marked = text.replace(tokens, (token) =>
    token.startsWith('"') || isKept(token) ? token : `"${mark}${token}"`,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value,
  );
}

/** Writes JSON; exact numbers as their digits. `undefined` gives undefined, as JSON.stringify does. */
export function writeExact(value: unknown): string | undefined {
  if (!hasExact(value)) return JSON.stringify(value);
  const mark = `${randomUUID()}:`;
  return JSON.stringify(value, (_, one: unknown) =>
    one instanceof ExactNumber ? `${mark}${one.text}` : one,
  ).replace(new RegExp(`"${mark}([^"]*)"`, "g"), "$1");
}

function hasExact(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof ExactNumber || Object.values(value).some(hasExact);
}

/** True where a double has the same digits. */
function isKept(literal: string): boolean {
  return literal.length <= exactDigits || digitsOf(literal) === digitsOf(String(Number(literal)));
}

/** A number without sign, point, exponent and outer zeros, and the power of ten of its last digit. */
function digitsOf(literal: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  return `${kept}e${kept === "" ? 0 : Number(exponent) - fraction.length + digits.length - kept.length}`;
}
