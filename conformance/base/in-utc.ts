import { isObject } from "./shape.ts";

/** A moment with the offset of its clock (RFC 3339, section 5.6). */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** The same value with each moment by the clock of UTC: by which one it is shown says nothing. */
export function inUtc(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inUtc);
  if (typeof value === "string" && moment.test(value)) {
    const time = Date.parse(value);
    return Number.isNaN(time) ? value : new Date(time).toISOString();
  }
  // What is no plain object, such as a number that is kept exactly, holds no moments.
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inUtc(one)]));
}
