/** What of a card, and of the others, a write may change and what not. */
import type { Snapshot } from "./card-list.ts";
import { limitsOf } from "./card-under-test.ts";
import { jsonText } from "./json-text.ts";
import type { RawCard } from "./walk.ts";

/** Fields of a card whose value a write of `daily` must not change. The balance may move by itself. */
export function steady(card: RawCard | undefined): Record<string, unknown> {
  const { availableBalance: _, limits: __, ...rest } = card ?? {};
  const { daily: ___, ...limits } = limitsOf(card) ?? {};
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(limits).map(([field, value]) => [`limits.${field}`, value])),
  };
}

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
): string | null {
  const then = steady(before.cards.get(id));
  const now = steady(after.cards.get(id));
  const field = Object.keys(then).find((name) => jsonText(then[name]) !== jsonText(now[name]));
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
