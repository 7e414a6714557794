/** Moments of what is created again and again, such as bookings: each later than all before it, as far ahead as is taken. */
import { valueAt } from "../../../src/core/json.ts";
import { dayOf } from "./moments.ts";

const week = 7;

/** By how many days the moments of an operation were moved. */
export interface Moved {
  /** The last ones that were sent, and the last ones that were accepted. */
  readonly last: number;
  readonly accepted: number;
  /** What is too far ahead for this service; null while nothing was refused. */
  readonly bound: number | null;
  /** How often it was reached: after that it begins anew, so many days beside what was sent before. */
  readonly rounds: number;
  /** What was known before the bound, until something sooner is accepted: it may have been refused for something else. */
  readonly before: Moved | null;
}

/** Before anything was moved. */
export const notMoved: Moved = { last: 0, accepted: 0, bound: null, rounds: 0, before: null };

/** How many days are from the first of some moments to the last one, both counted. */
function spanOf(moments: readonly string[]): number {
  const days = moments.map(dayOf);
  return Math.max(...days) - Math.min(...days) + 1;
}

/** The next move of moments, by so many weeks that nothing sent before overlaps them: the day of the week stays as it was. */
export function nextMove(
  { last, bound, rounds, ...moved }: Moved,
  moments: readonly string[],
): Moved & { readonly by: number } {
  const span = spanOf(moments);
  const by = last + week;
  const weeks = week * (Math.ceil(span / week) - 1);
  if (bound === null || by + weeks < bound) return { ...moved, by, bound, rounds, last: by + weeks };
  const round = rounds + 1;
  const beside = besideBy(round, span, hoursOf(moments));
  if (beside === null) return { ...moved, by, bound, rounds, last: by + weeks };
  return { ...moved, by: beside, bound, rounds: round, last: beside };
}

/** Hours from one to the next on the same day, at least: what says no end may take some. */
const leastHours = 3;

/**
 * By how many days a round begins beside those before, where what is as long meets none of them; null for none.
 *
 * @param hours - How long it takes; null where it shows days alone.
 */
function besideBy(round: number, span: number, hours: number | null): number | null {
  const perWeek = Math.max(1, Math.floor(week / span));
  const step = Math.max(leastHours, Math.ceil(hours ?? 0));
  const later = step * Math.floor(round / perWeek);
  if (later > 0 && (hours === null || span > 1 || later + step > 24)) return null;
  return (round % perWeek) * span + later / 24;
}

/** How many hours are between the first and the last of some moments; null where one shows no time. */
function hoursOf(moments: readonly string[]): number | null {
  if (!moments.every((moment) => /\d\d:\d\d/.test(moment))) return null;
  const times = moments.map((moment) => Date.parse(moment.replace(" ", "T")));
  return (Math.max(...times) - Math.min(...times)) / 3_600_000;
}

/** What is known after moments that were moved by so many days were accepted, or refused for what they are. */
export function learned(moved: Moved, by: number, isAccepted: boolean): Moved {
  if (isAccepted) return { ...moved, accepted: Math.max(moved.accepted, by), before: null };
  const { before } = moved;
  const known = before === null ? moved : { ...before, last: Math.max(before.last, moved.last) };
  const isFurther = moved.accepted > 0 && by > moved.accepted && by < (known.bound ?? Infinity);
  return isFurther ? { ...known, bound: by, before: known.bound === null ? known : null } : known;
}

/** The moments at these JSON pointers. */
export function momentsAt(body: unknown, pointers: readonly string[]): readonly string[] {
  return pointers.map((pointer) => String(valueAt(body, pointer)));
}
