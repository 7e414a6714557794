/** Values that this run wrote to one card, and that another one has right after that: seen over a whole log. */
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Fact } from "../kit/verdict.ts";
import { cardsIn, writtenIn } from "./identity.ts";
import { cardPages } from "./kit/card-list.ts";
import { limitsOf, writtenLimit } from "./limits.ts";
import { limitSent } from "./write-form.ts";

/** A card that got what was written to another one. */
export interface WrittenElsewhere {
  /** Id of the card. */
  readonly id: string;
  /** Its written limit now, as JSON. */
  readonly value: string;
  readonly write: Exchange;
  readonly read: Exchange;
}

/** How often that has to be seen: somebody else may write the same amount at the same time. */
const seenAtLeast = 3;

/** A write of this run, with the written limit that it asked for, as JSON. */
interface Write {
  readonly exchange: Exchange;
  readonly value: string;
}

/**
 * The changes of cards that this run did not write to, to an amount that it wrote elsewhere between the two reads that
 * show the change. None where most of such cards change otherwise: then somebody else writes to them.
 */
export function writtenElsewhere(log: readonly Exchange[]): readonly WrittenElsewhere[] {
  const own = new Set(log.flatMap((exchange) => writtenIn(exchange) ?? []));
  const last = new Map<string, { readonly value: string; readonly read: Exchange }>();
  let writes: Write[] = [];
  let changes = 0;
  const found: WrittenElsewhere[] = [];
  for (const read of log) {
    // What a refused write changes has a check of its own.
    if (writtenIn(read) !== null && succeeded(read)) {
      const amount = limitSent(read);
      if (amount !== undefined) writes.push({ exchange: read, value: jsonText(amount) });
    }
    if (read.operation !== cardPages.id) continue;
    for (const { id, card } of cardsIn(read)) {
      if (own.has(id)) continue;
      const value = jsonText(limitsOf(card)?.[writtenLimit]);
      const before = last.get(id);
      last.set(id, { value, read });
      if (before === undefined || before.value === value) continue;
      changes += 1;
      const write = writes.find((one) => one.value === value && isBetween(one.exchange, before.read, read));
      if (write !== undefined) found.push({ id, value, write: write.exchange, read });
    }
    writes = writes.filter(({ exchange }) => read.startedAt - exchange.endedAt < longAgoMs);
  }
  return 2 * found.length >= changes ? found : [];
}

/** What was answered so long before a read is not what it shows for the first time. */
const longAgoMs = 10_000;

function isBetween(write: Exchange, before: Exchange, after: Exchange): boolean {
  return write.endedAt >= before.startedAt && write.startedAt <= after.endedAt;
}

/** Judges those of one operation; null if there are too few. */
export function judgeElsewhere(found: readonly WrittenElsewhere[]): Fact | null {
  const [first] = found;
  if (first === undefined || found.length < seenAtLeast) return null;
  const { id, value, write, read } = first;
  return {
    kind: "violated",
    message: `Writes to ${writtenIn(write)} changed the limits of ${id} as well, ${found.length} times.`,
    expected: [`the limits of ${id} as they were`],
    received: `limits.${writtenLimit} ${value}, as was written to ${writtenIn(write)}`,
    pointer: `/limits/${writtenLimit}`,
    exchanges: [write.id, read.id],
    // What it takes, such as writes at the same time, need not come again.
    isLasting: true,
  };
}
