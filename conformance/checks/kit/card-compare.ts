/** What of a card, and of the others, a write may change and what not. */

import { jsonText } from "../../base/json-text.ts";
import type { RawCard } from "../../base/limits.ts";
import { documentedLimits, limitsOf } from "../../base/limits.ts";
import type { Snapshot } from "./card-list.ts";
import { type CardUnderTest, dailyOf } from "./card-under-test.ts";
import { ifConclusive } from "./inconclusive.ts";

/**
 * Documented fields of a card that a write of `daily` must not change. The balance may move by itself, and so
 * may whatever else a server adds to a card, such as the time of the last change.
 */
export function steady(card: RawCard | undefined): Record<string, unknown> {
  const { daily: _, ...limits } = documentedLimits(card);
  const holder = card?.cardHolder as { id?: unknown; fullName?: unknown } | null | undefined;
  return {
    id: card?.id,
    last4: card?.last4,
    nickname: card?.nickname,
    "cardHolder.id": holder?.id,
    "cardHolder.fullName": holder?.fullName,
    ...Object.fromEntries(Object.entries(limits).map(([field, value]) => [`limits.${field}`, value])),
  };
}

/** Writes that are tried until one is seen, before the card is watched. */
const attempts = 2;

/**
 * Writes to the card, then reads it some times without writing. What changes by itself is somebody else's doing,
 * or comes from an earlier write, and is not held against the write beside which it was seen.
 *
 * @param looks - How often it is read; more where what is suspected was seen seldom.
 * @returns true where what `print` shows stayed the same.
 */
export async function staysByItself(
  card: CardUnderTest,
  looks: number,
  print: (card: RawCard | undefined) => unknown,
): Promise<boolean> {
  // Somebody who sets the same value again and again shows over another one only.
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const control = await ifConclusive(card.control());
    if (control === null || dailyOf(control.after, card.id) === control.value) break;
  }
  let before: string | null = null;
  for (let look = 0; look < looks; look += 1) {
    const snapshot = await card.read();
    if (snapshot === null) return false;
    const now = jsonText(print(snapshot.cards.get(card.id)));
    if (before !== null && now !== before) return false;
    before = now;
  }
  return true;
}

/** Looks that are enough for what was seen beside a write and beside the same write again. */
export const someLooks = 12;

/**
 * What a refused write has changed all the same, apart from the daily limit: other fields of its card, or the
 * daily limit of another card that now has a value which only this run sends.
 *
 * @returns In words; null where nothing has changed.
 */
export function changedElsewhere(
  before: Snapshot,
  after: Snapshot,
  id: string,
  sent: ReadonlySet<number>,
  wrote: CardUnderTest["wrote"],
): string | null {
  const then = steady(before.cards.get(id));
  const now = steady(after.cards.get(id));
  const field = Object.keys(then).find(
    (name) => jsonText(then[name]) !== jsonText(now[name]) && !isOurs(wrote, name, now[name]),
  );
  if (field !== undefined) return `${field} was ${jsonText(then[field])}, is ${jsonText(now[field])}`;
  for (const [other, card] of after.cards) {
    const daily = limitsOf(card)?.daily;
    const was = limitsOf(before.cards.get(other))?.daily;
    if (other !== id && typeof daily === "number" && daily !== was && sent.has(daily)) {
      return `limits.daily of ${other} was ${String(was)}, is ${daily}`;
    }
  }
  return null;
}

/** True for a value that this run has written to the field itself, which may take a while to be seen. */
export function isOurs(wrote: CardUnderTest["wrote"], field: string, value: unknown): boolean {
  return wrote.get(field.replace("limits.", ""))?.has(jsonText(value)) === true;
}
