/** A day that is shown as the one before or after it: a service that makes a moment of it may lose one in another zone. Pure. */
import { valueAt } from "../../../src/core/json.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Given, type Lost, partsOf } from "./given.ts";
import { nameOf, type Row } from "./operation.ts";

const dayMs = Date.UTC(1970, 0, 2);
/** Since when moments are counted: nobody moves a day before that to one on which a bank is open. */
const epoch = "1970-01-01";

/**
 * The days that are shown as their neighbour each time: one long ago, all of one half of the year, or all there are. One day
 * of the week alone may be moved to a working day.
 */
export function shiftedDays(given: readonly Given[]): readonly Lost[] {
  const pointers = [...new Set(given.flatMap(({ asked }) => partsOf(asked)))];
  return pointers.flatMap((pointer) => {
    const days = given.flatMap((one) => {
      const [asked, shown] = [one.asked, one.shown].map((value) => dayOf(valueAt(value, pointer)));
      return asked == null || shown == null ? [] : [{ one, asked: asked.text, by: shown.ms - asked.ms }];
    });
    return [-dayMs, dayMs].flatMap((by) => {
      const moved = days.filter((day) => day.by === by);
      const always = moved.filter(({ asked }) => days.every((day) => day.asked !== asked || day.by === by));
      const old = always.filter(({ asked }) => asked < epoch);
      const weekdays = new Set(moved.map(({ asked }) => weekdayOf(asked)));
      const isSeveral = moved.length === days.length && weekdays.size > 1;
      const ofSeason = [true, false].flatMap((isSummer) => lostIn(isSummer, always, days));
      const lost = isSeveral ? always : ofSeason.length > 0 ? ofSeason : old;
      return lost.length > 0 ? [{ pointer, lost: lost.map(({ one }) => one) }] : [];
    });
  });
}

interface Day {
  readonly one: Given;
  readonly asked: string;
  readonly by: number;
}

/**
 * What is moved of one half of the year, where all of it is, and the same day of the week is kept in the other one: clocks
 * are changed, and working days are not.
 */
function lostIn(isSummer: boolean, moved: readonly Day[], days: readonly Day[]): readonly Day[] {
  const [there, other] = [true, false].map((is) =>
    days.filter(({ asked }) => asked >= epoch && isInSummer(asked) === (is === isSummer)),
  );
  const lost = moved.filter((day) => there?.includes(day));
  const weekdays = new Set(other?.flatMap(({ asked, by }) => (by === 0 ? [weekdayOf(asked)] : [])));
  const telling = lost.filter(({ asked }) => weekdays.has(weekdayOf(asked)));
  const isSeveral = new Set(telling.map(({ asked }) => asked)).size > 1;
  return isSeveral && lost.length === there?.length ? telling : [];
}

const weekdayOf = (day: string) => new Date(day).getUTCDay();

/** True from April to September: whatever day clocks are changed on, it is not in between. */
function isInSummer(day: string): boolean {
  const month = new Date(day).getUTCMonth();
  return month > 2 && month < 9;
}

/** A day as RFC 3339 has it, and when it begins in UTC in milliseconds; null for anything else. */
function dayOf(value: unknown): { readonly text: string; readonly ms: number } | null {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : { text: value, ms };
}

/** Tells of such a day. */
export function shiftedFact(row: Row, { pointer, lost }: Lost): Fact {
  const [first] = lost;
  const [asked, shown] = [first?.asked, first?.shown].map((value) => String(valueAt(value, pointer)));
  return {
    kind: "violated",
    message: `${nameOf(row)} shows ${pointer.slice(1)} as the day ${String(shown) < String(asked) ? "before" : "after"} it, each time.`,
    expected: [String(asked)],
    received: String(shown),
    pointer,
    exchanges: lost.map(({ exchange }) => exchange),
  };
}
