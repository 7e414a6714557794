/** What a write may and may not change on its card and on other cards. */

import { jsonText } from "../../../base/json-text.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { missing } from "../../kit/check.ts";
import { ifConclusive } from "../../kit/inconclusive.ts";
import type { Fact } from "../../kit/verdict.ts";
import { cardsIn, writtenIn } from "../identity.ts";
import { limitFields, limitsOf, type RawCard, writtenLimit } from "../limits.ts";
import { isWriteOperation, omittedIn } from "../write-form.ts";
import type { Snapshot } from "./card-list.ts";
import type { Control, ListedCard } from "./card-log.ts";
import { type CardUnderTest, writtenAmount } from "./card-under-test.ts";
import { isRead, writeWithOthers } from "./write-with-others.ts";

/**
 * Documented fields of a card that a write of the written limit must not change. The balance may change by itself, and
 * so may anything else a server adds to a card, such as the time of the last change.
 */
export function fieldsBesideWritten(card: RawCard | undefined): Record<string, unknown> {
  const limits = limitsOf(card);
  const others = limitFields.filter((field) => field !== writtenLimit);
  const holder = card?.cardHolder as { id?: unknown; fullName?: unknown } | null | undefined;
  return {
    id: card?.id,
    last4: card?.last4,
    nickname: card?.nickname,
    "cardHolder.id": holder?.id,
    "cardHolder.fullName": holder?.fullName,
    ...Object.fromEntries(others.map((field) => [`limits.${field}`, limits?.[field]])),
  };
}

/** The same with the written limit, to be watched as one. */
export function wholeOf(card: RawCard | undefined): unknown {
  return [limitsOf(card)?.[writtenLimit], fieldsBesideWritten(card)];
}

/** What a contradiction comes to where the watched card does not stay the same. */
export const changesByItself: Fact = missing(
  "the card also changes while this run writes nothing; that may be somebody else's doing",
);

/**
 * The fields of a card, except the written limit, that differ before and after a write, unless this run wrote the new
 * value itself earlier, which may take a while to become visible.
 */
export function changedFields(
  before: RawCard | undefined,
  after: RawCard | undefined,
  wrote: CardUnderTest["wrote"],
): string[] {
  const [then, now] = [fieldsBesideWritten(before), fieldsBesideWritten(after)];
  return Object.keys(then).filter((field) => {
    const value = jsonText(now[field]);
    return value !== jsonText(then[field]) && wrote.get(field.replace("limits.", ""))?.has(value) !== true;
  });
}

/** The same, without what a write in the form of this card may have changed. */
export function changedBeside(
  { form, original, wrote }: Pick<CardUnderTest, "form" | "original" | "wrote">,
  before: RawCard,
  after: RawCard,
): string[] {
  // A PUT sets every limit to its value at the start of the run, whatever has happened to it since.
  const set = form.operation === "replaceCardLimits" ? changedFields(original, after, wrote) : null;
  const open = omittedIn(form, limitsOf(original) ?? {}).map((field) => `limits.${field}`);
  return changedFields(before, after, wrote).filter(
    (name) => set?.includes(name) !== false && !open.includes(name),
  );
}

/** What was read of a card, in every list of a log. */
function readsOf(log: readonly Exchange[], id: string): readonly RawCard[] {
  return log.flatMap((exchange) =>
    isWriteOperation(exchange.operation)
      ? []
      : cardsIn(exchange).flatMap((seen) => (seen.id === id ? [seen.card] : [])),
  );
}

/** The places at which a text differs from the one before. */
function changesIn(texts: readonly string[]): readonly number[] {
  return texts.flatMap((text, index) => (index > 0 && text !== texts[index - 1] ? [index] : []));
}

/** How often a card has to have been read, before a change and in all, so that a single one is no chance. */
const [readsBefore, readsInAll] = [5, 50];

/**
 * True if a field of the card has changed once in all that was read of it, and that beside the first write of its
 * operation. What is set for good can't be seen a second time, and who else changes the card meets no certain write.
 */
export function isChangedByFirst(
  { id, log: { controls } }: ListedCard,
  { operation, exchange, before, after }: Control,
  field: string,
  log: readonly Exchange[],
): boolean {
  const textOf = (card: RawCard | undefined) => jsonText(fieldsBesideWritten(card)[field]);
  const first = controls.find((control) => control.operation === operation);
  if (first?.exchange.id !== exchange.id || after === null) return false;
  const texts = readsOf(log, id).map(textOf);
  const [at = 0, ...others] = changesIn(texts);
  const isHere = texts[at - 1] === textOf(before.cards.get(id)) && texts[at] === textOf(after.cards.get(id));
  return at >= readsBefore && others.length === 0 && texts.length >= readsInAll && isHere;
}

/** What this log has before its first write of a card. */
function beforeWrites(log: readonly Exchange[], id: string): readonly Exchange[] {
  const first = log.findIndex((exchange) => writtenIn(exchange) === id);
  return first === -1 ? log : log.slice(0, first);
}

/** True if what is watched on a card has changed before this log has a write of it: so it changes by itself. */
export function hasMovedBefore(
  log: readonly Exchange[],
  id: string,
  watched: (card: RawCard | undefined) => unknown,
): boolean {
  return changesIn(readsOf(beforeWrites(log, id), id).map((card) => jsonText(watched(card)))).length > 0;
}

/** True if any card but this one has changed before this log has a write of this one: by somebody else, that is. */
export function haveOthersMovedBefore(log: readonly Exchange[], id: string): boolean {
  const last = new Map<string, string>();
  return beforeWrites(log, id).some((exchange) =>
    cardsIn(exchange).some((seen) => {
      const text = jsonText(wholeOf(seen.card));
      const known = last.get(seen.id);
      last.set(seen.id, text);
      return seen.id !== id && known !== undefined && known !== text;
    }),
  );
}

/** Writes to try until one becomes visible, before the card is watched. */
const attempts = 2;

/** What takes some time meets whatever comes now and then: the card is watched for as many times as long. */
export const timesAsLong = 3;

/** How a card is watched. */
export interface Watch {
  /** How often it is read; more if the suspected change was seen rarely. */
  readonly looks: number;
  /** How long that took beside which the change was seen, in milliseconds. */
  readonly besideMs: number;
}

/**
 * Writes to the card, then reads it several times without writing. A change that happens by itself comes from
 * someone else or from an earlier write, and does not count against the write next to which it was seen.
 *
 * @param watched - What is watched on the card.
 * @returns true if that stayed the same.
 */
export async function staysByItself(
  card: CardUnderTest,
  { looks, besideMs }: Watch,
  watched: (card: RawCard | undefined) => unknown,
): Promise<boolean> {
  // If someone else keeps setting the same value, it is noticed only after a different value was written.
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const control = await ifConclusive(card.control());
    if (control === null || writtenAmount(control.after, card.id) === control.value) break;
  }
  // The same holds for the other limits; and what is set back before the first look is noticed in the second round.
  let most = looks;
  for (const steps of awayBy) {
    const written = await writeWithOthers(card, steps);
    const isStill = await staysTheSame(card, { looks: most, besideMs }, watched);
    if (written !== null) await writeWithOthers(card, 0);
    if (!isStill) return false;
    // They may have been set back before the first look.
    if (written === null || isRead(written)) most = Math.min(looks, someLooks);
  }
  return true;
}

/** True if all looks at the card show the same, and none fails. */
async function staysTheSame(
  card: CardUnderTest,
  { looks, besideMs }: Watch,
  watched: (card: RawCard | undefined) => unknown,
): Promise<boolean> {
  let before: string | null = null;
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await card.sleep((timesAsLong * besideMs) / (looks - 1));
    const snapshot = await card.read();
    if (snapshot === null) return false;
    const now = jsonText(watched(snapshot.cards.get(card.id)));
    if (before !== null && now !== before) return false;
    before = now;
  }
  return true;
}

/** How many steps the other limits are away from what they were, while a card is watched: in each round. */
const awayBy = [11, 13];

/** Enough looks for what was seen next to a write and again next to the same write. */
export const someLooks = 12;

/**
 * What a refused write changed nevertheless, apart from the written limit: other fields of its card, or the
 * written limit of another card that now has a value sent only by this run.
 *
 * @returns A description; null if nothing has changed.
 */
export function changedElsewhere(
  before: Snapshot,
  after: Snapshot,
  id: string,
  sent: ReadonlySet<number>,
  wrote: CardUnderTest["wrote"],
): string | null {
  const [then, now] = [before.cards.get(id), after.cards.get(id)];
  const [field] = changedFields(then, now, wrote);
  if (field !== undefined) {
    const [was, is] = [then, now].map((card) => jsonText(fieldsBesideWritten(card)[field]));
    return `${field} was ${was}, is ${is}`;
  }
  for (const [other, card] of after.cards) {
    const amount = limitsOf(card)?.[writtenLimit];
    const was = limitsOf(before.cards.get(other))?.[writtenLimit];
    if (other !== id && typeof amount === "number" && amount !== was && sent.has(amount)) {
      return `limits.${writtenLimit} of ${other} was ${String(was)}, is ${amount}`;
    }
  }
  return null;
}
