/** Days and moments in the body of a request, as texts of JSON (RFC 3339), moved by whole days. */
import { valueAt } from "../../../src/core/json.ts";
import { withValueAt } from "../../base/pointer.ts";
import { isObject } from "../../base/shape.ts";

const [dayMs, week] = [86_400_000, 7];
const [dayLength, minuteLength] = ["2000-01-01".length, "2000-01-01T00:00".length];

/** True for a day, or a moment. */
export const isMoment = (value: unknown): value is string =>
  typeof value === "string" &&
  /^[12]\d{3}-\d\d-\d\d(?:[Tt ]\d\d:\d\d.*)?$/.test(value) &&
  !Number.isNaN(dayOf(value));

/** The beginning of its day in UTC, in days since the epoch; NaN for none. */
export const dayOf = (moment: string): number => Date.parse(moment.slice(0, dayLength)) / dayMs;

/** A body in which what stands at these JSON pointers is so many days later, or parts of one where all show a time. */
export function movedBy(days: number, body: unknown, pointers: readonly string[]): unknown {
  return pointers.reduce(
    (whole, pointer) => withValueAt(whole, pointer, laterBy(days, String(valueAt(whole, pointer)))),
    body,
  );
}

/** The clock that the text shows goes on by so much, whatever its zone: by parts of a day where it shows a time. */
function laterBy(days: number, moment: string): string {
  const length = Number.isInteger(days) ? dayLength : minuteLength;
  const shown = Date.parse(
    `${moment.slice(0, dayLength)}T${moment.slice(dayLength + 1, length) || "00:00"}Z`,
  );
  const later = new Date(shown + Math.round(days * dayMs)).toISOString();
  const time = length === dayLength ? "" : `${moment[dayLength]}${later.slice(dayLength + 1, length)}`;
  return `${later.slice(0, dayLength)}${time}${moment.slice(length)}`;
}

/** How many days before the last moment of a body the others may be: what is longer ago is no plan, such as a birthday. */
const longestPlan = 730;

/**
 * A body whose moments are moved by the same number of weeks, so that the first of them is one to seven days from now:
 * those of an example are past one day, or so far ahead that they never will be, and a service may take neither. What is
 * years before the others stays.
 *
 * @param now - Tells milliseconds since the epoch.
 * @returns null where it has none, or they are there already.
 */
export function withMomentsSoon(body: unknown, now: () => number): unknown {
  const dayAt = (pointer: string) => dayOf(String(valueAt(body, pointer)));
  const all = momentsIn(body);
  const last = Math.max(...all.map(dayAt));
  const pointers = all.filter((pointer) => last - dayAt(pointer) <= longestPlan);
  if (pointers.length === 0) return null;
  const first = Math.min(...pointers.map(dayAt));
  const weeks = Math.ceil((Math.floor(now() / dayMs) + 1 - first) / week);
  return weeks === 0 ? null : movedBy(weeks * week, body, pointers);
}

function momentsIn(value: unknown, pointer = ""): readonly string[] {
  if (isMoment(value)) return pointer === "" ? [] : [pointer];
  const parts = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return parts.flatMap(([name, part]) =>
    /[~/]/.test(String(name)) ? [] : momentsIn(part, `${pointer}/${name}`),
  );
}
