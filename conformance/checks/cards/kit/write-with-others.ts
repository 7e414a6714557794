/** Writes that change the other limits of a card as well as the one that all writes name. */
import { type Amount, amountBeside } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import { type Exchange, succeeded } from "../../../wire/exchange.ts";
import { ifConclusive } from "../../kit/inconclusive.ts";
import { documentedLimits, limitsOf, otherAmounts, writtenLimit } from "../limits.ts";
import { bodyIn, limitsNamed } from "../write-form.ts";
import type { Snapshot } from "./card-list.ts";
import type { CardUnderTest } from "./card-under-test.ts";

/** Such a write that was accepted. */
export interface WrittenWithOthers {
  readonly exchange: Exchange;
  /** What the other limits were to become that its body names. */
  readonly others: Readonly<Record<string, Amount>>;
  /** The limits of the card afterwards; null where they could not be read. */
  readonly now: Readonly<Record<string, unknown>> | null;
  readonly seen: Snapshot | null;
  /** True where the limit that all writes name is read as it was written. */
  readonly isCarriedOut: boolean;
}

/**
 * Writes a new amount to the card, and to its other limits what they were and so many steps more, or less down to 0.
 *
 * @returns null where it was not accepted.
 */
export async function writeWithOthers(card: CardUnderTest, steps: number): Promise<WrittenWithOthers | null> {
  const value = card.nextValue();
  const others = Object.fromEntries(
    Object.entries(otherAmounts(card.original)).map(([field, amount]) => [
      field,
      Math.max(0, amountBeside(amount, steps * card.step)),
    ]),
  );
  const isPart = card.form.operation === "updateCardLimits";
  const body = isPart
    ? { [writtenLimit]: value, ...others }
    : bodyIn(card.form, { ...documentedLimits(card.original), ...others }, value);
  const exchange = await ifConclusive(card.write(value, { purpose: "control", body }));
  if (exchange === null || !succeeded(exchange)) return null;
  const isWritten = (limits: Readonly<Record<string, unknown>> | null) =>
    jsonText(limits?.[writtenLimit]) === jsonText(value);
  const seen = await card.readUntil(isWritten);
  const now = limitsOf(seen?.cards.get(card.id));
  const named = Object.entries(others).filter(([field]) => field in limitsNamed(body));
  return { exchange, others: Object.fromEntries(named), now, seen, isCarriedOut: isWritten(now) };
}

/** True where all other limits are read as they were written. */
export function isRead({ others, now }: Pick<WrittenWithOthers, "others" | "now">): boolean {
  return Object.entries(others).every(([field, amount]) => jsonText(now?.[field]) === jsonText(amount));
}
