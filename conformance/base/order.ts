/** The number that a value is, or that a text is with a decimal point, as of an amount; null for all else. */
export function numberIn(value: unknown): number | null {
  if (typeof value === "string" && /^-?\d+\.\d+$/.test(value)) return Number(value);
  return typeof value === "number" ? value : null;
}

/** True for a time of a day, with its zone: a service may tell such by their seconds. */
export function isMoment(value: unknown): boolean {
  return typeof value === "string" && /t/i.test(value);
}

/**
 * A number by which two values can be compared: of a date, or a time with its zone, the milliseconds since 1970; null for
 * what has no order.
 */
export function orderOf(value: unknown): number | null {
  const number = numberIn(value);
  if (number !== null) return number;
  const isTime = typeof value === "string" && /^\d{4}-\d{2}-\d{2}(?:T.*(?:Z|[+-]\d{2}:\d{2}))?$/i.test(value);
  const time = isTime ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** What a clock shows at a moment. */
export interface LocalTime {
  /** As 2026-03-10. */
  readonly day: string;
  /** As 23:59:59. */
  readonly clock: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a zone, such as Europe/Paris or UTC, shows at a moment; null for what is no moment. */
export function localTimeOf(value: unknown, zone: string): LocalTime | null {
  const time = typeof value === "string" && value.includes("T") ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return null;
  const format =
    formats.get(zone) ??
    // In Swedish, a day and a time are written as in RFC 3339.
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  formats.set(zone, format);
  const [day = "", clock = ""] = format.format(time).split(" ");
  return { day, clock };
}
