import { randomUUID } from "node:crypto";
import { ResponseError } from "../core/errors.ts";
import type { Report } from "../core/events.ts";
import { excerpt, scrub } from "../core/redact.ts";
import type { WireResponse } from "../http/fetch-send.ts";
import type { ReadContext } from "../pipeline/context.ts";
import type { UnsafeNumberMode } from "./options.ts";

/** Places that an error or event names. */
const placesShown = 5;

/** What every number that may change has: sixteen digits, or an exponent of three. */
const suspicious = /[\d.]{16}|\d[eE][+-]?\d{3}/;

/**
 * Finds numbers that JavaScript has changed while it parsed them: integers beyond 2^53, decimals with more
 * digits than a double holds, and those that became Infinity or zero.
 *
 * @param data - What the answer was parsed to.
 * @param mode - What to do about them. A write is never made to fail by it: it has been carried out.
 * @throws ResponseError `response-number`, naming places but no values, in mode `throw`.
 */
export function checkNumbers(
  data: unknown,
  { text, status }: WireResponse,
  context: ReadContext,
  mode: UnsafeNumberMode,
  report: Report,
): void {
  // Most answers end here, or with one look at their text.
  if (typeof data === "string" || data === undefined || !suspicious.test(text)) return;
  const { operation, callId, secrets } = context;
  const places = changedNumbers(text).map((place) => scrub(place, secrets));
  if (places.length === 0) return;
  const problem = "is a number that JavaScript cannot hold";
  if (mode === "warn" || operation.method !== "GET") {
    const differences = places.map((place) => `${place} ${problem}`);
    report("shape", () => ({ callId, operation: operation.id, differences }));
    return;
  }
  throw new ResponseError(
    "response-number",
    `${operation.id}: ${status}, where ${places.join(", ")} ${problem}.`,
    {
      ...{ operation: operation.id, status, cause: { places }, bodyExcerpt: excerpt(text, secrets) },
    },
  );
}

/** JSON pointers of the first numbers in a JSON text that are other numbers once they are parsed. */
export function changedNumbers(json: string): string[] {
  const marker = randomUUID();
  let marked = "";
  let done = 0;
  for (const { start, end } of numbersOf(json)) {
    if (!changes(json.slice(start, end))) continue;
    marked += `${json.slice(done, start)}"${marker}"`;
    done = end;
  }
  return done === 0 ? [] : placesOf(JSON.parse(marked + json.slice(done)), marker);
}

/** Where the numbers of a JSON text stand: what begins with a digit or minus outside of strings. */
function* numbersOf(json: string): Generator<{ readonly start: number; readonly end: number }> {
  const start = /["\d-]/g;
  const number = /[-+.\deE]+/y;
  for (let found = start.exec(json); found !== null; found = start.exec(json)) {
    if (found[0] === '"') {
      start.lastIndex = endOfString(json, found.index);
    } else {
      number.lastIndex = found.index;
      number.exec(json);
      yield { start: found.index, end: number.lastIndex };
      start.lastIndex = number.lastIndex;
    }
  }
}

/** The place after the closing quote. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote > 0; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length;
}

/** Tells whether the shortest text of the parsed number stands for another number than this one. */
function changes(number: string): boolean {
  const parsed = Number(number);
  return !Number.isFinite(parsed) || canonical(number) !== canonical(String(parsed));
}

/** A number as sign, digits without zeros at either end, and exponent: one text for each value. */
function canonical(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const shift = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${shift}`;
}

function placesOf(data: unknown, marker: string): string[] {
  const places: string[] = [];
  const open: (readonly [unknown, string])[] = [[data, ""]];
  for (let next = open.pop(); next !== undefined && places.length < placesShown; next = open.pop()) {
    const [value, pointer] = next;
    if (value === marker) places.push(pointer === "" ? "the body" : pointer);
    if (typeof value !== "object" || value === null) continue;
    for (const [name, item] of Object.entries(value).reverse()) {
      open.push([item, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`]);
    }
  }
  return places;
}
