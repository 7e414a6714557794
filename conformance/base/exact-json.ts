/** JSON whose numbers keep their digits: amounts near 2^63 are read, compared and written back as text. */
import { randomUUID } from "node:crypto";
import { markChangedNumbers } from "../../src/core/json.ts";

/** A number that a double cannot hold, as its original text. */
export class ExactNumber {
  /** The literal, for example "9223372036854775807". */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An amount as read from JSON. */
export type Amount = number | ExactNumber;

/** True for a number, exact or not. */
export function isAmount(value: unknown): value is Amount {
  return typeof value === "number" || value instanceof ExactNumber;
}

/**
 * The amount plus `step`. If a double cannot hold that exactly, an amount below the largest exact one, so
 * that no server has to round it.
 */
export function amountBeside(amount: Amount, step: number): number {
  const whole = Math.trunc(amount instanceof ExactNumber ? Number(amount.text) : amount);
  return Number.isSafeInteger(whole + step) ? whole + step : Number.MAX_SAFE_INTEGER - Math.abs(step);
}

/** True for JSON that may hold a number with more digits than a double keeps. */
export function hasLongNumber(text: string): boolean {
  return /[0-9][0-9.]{15}/.test(text);
}

/**
 * Reads JSON; a number whose digits do not fit a double becomes an {@link ExactNumber}.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export function parseExact(text: string): unknown {
  if (!hasLongNumber(text)) return JSON.parse(text);
  // Each such number becomes a string with a mark that cannot be guessed.
  const mark = `${randomUUID()}:`;
  return JSON.parse(markChangedNumbers(text, mark), (_, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value,
  );
}

/** Writes JSON, exact numbers with all digits. Returns undefined for `undefined`, like JSON.stringify. */
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
