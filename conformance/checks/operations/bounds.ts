/** Which bounds a list is asked for, by the values that its items show. Pure. */
import type { Range } from "../../../generated/operations.ts";
import { type LocalTime, localTimeOf, orderOf } from "../../base/order.ts";

/** A time may be compared by its second. */
export const toleranceMs = 1000;

/** A value with others on both of its sides; of two values both, and of one none. */
export function plainBounds(values: readonly unknown[]): readonly unknown[] {
  const sorted = sortedOf(values).map(([, value]) => value);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length < 3 ? (sorted.length === 2 ? sorted : []) : sorted.slice(middle, middle + 1);
}

/** The value beyond which nothing is left out by a bound of this side: the least for a lower one; none without values. */
export function edgeOf(values: readonly unknown[], side: Range["side"]): readonly unknown[] {
  const sorted = sortedOf(values).map(([, value]) => value);
  return side === "lower" ? sorted.slice(0, 1) : sorted.slice(-1);
}

/** The value after which the next one comes soonest: what is some hours off shows there. undefined where all are one. */
export function closestOf(values: readonly unknown[]): unknown {
  const sorted = sortedOf(values);
  const gaps = sorted.slice(1).map(([next], index) => next - (sorted[index]?.[0] ?? 0));
  return sorted[gaps.indexOf(Math.min(...gaps.filter((gap) => gap > 2 * toleranceMs)))]?.[1];
}

/** Different values that can be compared, with what they are compared by. */
function sortedOf(values: readonly unknown[]): readonly (readonly [number, unknown])[] {
  const known = values.flatMap((value) => {
    const order = orderOf(value);
    return order === null ? [] : [[order, value] as const];
  });
  return [...new Map(known)].sort(([one], [other]) => one - other);
}

/** The least by which most services tell amounts apart. */
export const smallStep = 0.01;

/** Bounds that numbers are just on the other side of: who compares something else shows the items all the same. */
export function justPast(values: readonly unknown[], side: Range["side"], step: number): readonly number[] {
  const numbers = values.filter((value) => typeof value === "number");
  const past = numbers.map((value) => Number((side === "lower" ? value + step : value - step).toFixed(2)));
  return [...new Set(past)];
}

/** The same moment as a clock some hours to the east shows it (RFC 3339, section 5.6); null for what is none. */
export function inOtherZone(value: unknown): string | null {
  const time =
    typeof value === "string" && /T.*(?:Z|[+-]\d\d:\d\d)$/i.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return null;
  const local = new Date(time + hoursEast * 3_600_000).toISOString().replace(".000Z", "Z");
  return local.replace("Z", `+${hoursEast}:00`);
}

/**
 * Days that part the moments next to midnight from those of the day before or after: by the clock of another zone, such a
 * moment is on the other side.
 */
export function nightBounds(
  moments: readonly unknown[],
  side: Range["side"],
  zone: string,
): readonly unknown[] {
  const times = moments.flatMap((value) => localTimeOf(value, zone) ?? []);
  const byClock = times.toSorted((one, other) => (one.clock < other.clock ? -1 : 1));
  const [earliest, latest] = [byClock[0], byClock.at(-1)];
  if (earliest === undefined || latest === undefined) return [];
  const beside = ({ day }: LocalTime, days: number) =>
    new Date(Date.parse(day) + days * 24 * hourMs).toISOString().slice(0, day.length);
  const days =
    side === "lower" ? [beside(earliest, 0), beside(latest, 1)] : [beside(earliest, -1), beside(latest, 0)];
  return days.filter((day) => /^\d{4}-\d\d-\d\d$/.test(day));
}

/** As far east as clocks go, in hours: the further, the more lies between. */
export const hoursEast = 14;

/** As far west as clocks go, in hours. */
const hoursWest = 12;
const hourMs = 3_600_000;

/**
 * On which side of a day a moment is by whatever clock; null for what is no moment. One of the day itself counts where its
 * bound is inclusive.
 */
export function sideOfDay(
  moment: unknown,
  { value, side, isInclusive }: { readonly value: unknown } & Pick<Range, "side" | "isInclusive">,
): { readonly isWithin: boolean; readonly isBeyond: boolean } | null {
  const [time, day] = [Date.parse(String(moment)), Date.parse(String(value))];
  if (Number.isNaN(time) || Number.isNaN(day)) return null;
  const hours = (time - day) / hourMs;
  const isBefore = hours < -hoursEast;
  const isAfter = hours >= 24 + hoursWest;
  const isNotBefore = hours >= hoursWest;
  const isNotAfter = hours < 24 - hoursEast;
  return side === "lower"
    ? { isWithin: isInclusive === true ? isNotBefore : isAfter, isBeyond: isBefore }
    : { isWithin: isInclusive === true ? isNotAfter : isBefore, isBeyond: isAfter };
}
