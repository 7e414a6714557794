/**
 * A number by which two values can be compared: of a date, or a time with its zone, the milliseconds since 1970; null for
 * what has no order.
 */
export function orderOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  const isTime = typeof value === "string" && /^\d{4}-\d{2}-\d{2}(?:T.*(?:Z|[+-]\d{2}:\d{2}))?$/i.test(value);
  const time = isTime ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** The day of a moment by the clock of UTC; null for what is none. */
export function dayOf(value: unknown): string | null {
  const time = typeof value === "string" && value.includes("T") ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}
