/** Reads of a card that show an older amount of a limit than an earlier read: pure, over the log of a run. */
import { isAmount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, isPlainRefusal } from "../../wire/exchange.ts";
import { cardsIn, writtenIn } from "./identity.ts";
import { cardPages } from "./kit/card-list.ts";
import { limitFields, limitsOf } from "./limits.ts";
import { limitSent } from "./write-form.ts";

/** A read that shows an amount from before a write, although an earlier read showed the write. */
export interface OlderRead {
  readonly exchange: Exchange;
  /** The name of the limit. */
  readonly field: string;
  readonly value: string;
  /** The amount that was read before. */
  readonly newer: string;
  /** The write of the newer amount. */
  readonly write: Exchange;
}

/** When something began and ended, and its place in the log: what takes no time still comes one after the other. */
interface Span {
  readonly begun: number;
  readonly ended: number;
  readonly place: number;
}

/** A write that was not refused: until its end, its amount may be set. */
interface Write extends Span {
  /** The amount of the limit, as JSON; null where it names others, and may change this one as well. */
  readonly value: string | null;
  readonly exchange: Exchange;
}

/** The newest write that was read so far, its amount, and the read. */
interface WriteRead {
  readonly write: Write;
  readonly value: string;
  readonly read: Span;
}

/** True if one began after the other had ended. */
const isAfter = (one: Span, other: Span) => one.begun >= other.ended && one.place > other.place;

const spanOf = ({ startedAt, endedAt }: Exchange, place: number): Span => ({
  begun: startedAt,
  ended: endedAt,
  place,
});

/** A read of the card. */
interface Read extends Span {
  readonly exchange: Exchange;
  readonly limits: Readonly<Record<string, unknown>>;
}

/** Every read of a log that shows an older amount of a limit of this card than one that ended before it began. */
export function olderReads(log: readonly Exchange[], id: string): readonly OlderRead[] {
  const reads = readsOf(log, id);
  return limitFields.flatMap((field) => olderReadsOf(field, reads, writesOf(field, log, id)));
}

function olderReadsOf(field: string, reads: readonly Read[], writes: readonly Write[]): readonly OlderRead[] {
  const found: OlderRead[] = [];
  let newest: WriteRead | null = null;
  for (const read of reads) {
    const amount = read.limits[field];
    if (!isAmount(amount)) continue;
    const value = jsonText(amount);
    // Any write that began before the read ended may have set what it shows.
    const setting = writes.filter(
      (one) => (one.value === value || one.value === null) && one.begun <= read.ended,
    );
    if (newest !== null && newest.value !== value && isAfter(read, newest.read)) {
      const { write: last, value: newer }: WriteRead = newest;
      if (setting.every((one) => isAfter(last, one))) {
        found.push({ exchange: read.exchange, field, value, newer, write: last.exchange });
      }
    }
    // One that was still on its way may not have been what it shows.
    const write: Write | undefined = setting.findLast((one) => one.value === value && one.place < read.place);
    if (write !== undefined && (newest === null || write.place >= newest.write.place)) {
      newest = { write, value, read };
    }
  }
  return found;
}

function readsOf(log: readonly Exchange[], id: string): readonly Read[] {
  return log.flatMap((exchange, place) => {
    if (exchange.operation !== cardPages.id) return [];
    const card = cardsIn(exchange).find((one) => one.id === id)?.card;
    const limits = limitsOf(card);
    return limits === null ? [] : [{ ...spanOf(exchange, place), exchange, limits }];
  });
}

function writesOf(field: string, log: readonly Exchange[], id: string): readonly Write[] {
  return log.flatMap((exchange, place) => {
    if (writtenIn(exchange) !== id || isPlainRefusal(exchange)) return [];
    const amount = limitSent(exchange, field);
    return [{ ...spanOf(exchange, place), value: amount === undefined ? null : jsonText(amount), exchange }];
  });
}
