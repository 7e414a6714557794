/** Days and moments in the body of a request, as texts of JSON (RFC 3339), moved by whole days. */
import { valueAt } from "../../../src/core/json.ts";
import { withValueAt } from "../../base/pointer.ts";
import { isObject } from "../../base/shape.ts";

const [dayMs, week, dayLength] = [86_400_000, 7, "2000-01-01".length];

/** True for a day, or a moment. */
export const isMoment = (value: unknown): value is string =>
  typeof value === "string" &&
  /^[12]\d{3}-\d\d-\d\d(?:[Tt ]\d\d:\d\d.*)?$/.test(value) &&
  !Number.isNaN(dayOf(value));

/** The beginning of its day in UTC, in days since the epoch; NaN for none. */
export const dayOf = (moment: string): number => Date.parse(moment.slice(0, dayLength)) / dayMs;

/** A body in which what stands at these JSON pointers is so many days later. */
export function movedBy(days: number, body: unknown, pointers: readonly string[]): unknown {
  return pointers.reduce(
    (whole, pointer) => withValueAt(whole, pointer, laterBy(days, String(valueAt(whole, pointer)))),
    body,
  );
}

function laterBy(days: number, moment: string): string {
  const day = new Date((dayOf(moment) + days) * dayMs).toISOString().slice(0, dayLength);
  return `${day}${moment.slice(dayLength)}`;
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
