/** What was read once of a write is not replaced by what was there before it. */
import type { Amount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, isPlainRefusal, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { cardsIn, writtenIn } from "./identity.ts";
import { writableCard } from "./kit/acceptance.ts";
import { cardPages } from "./kit/card-list.ts";
import type { Control } from "./kit/card-log.ts";
import { type CardUnderTest, dailyOf } from "./kit/card-under-test.ts";
import { limitsOf } from "./limits.ts";
import { bodySent, limitsNamed } from "./write-form.ts";

/** A read that shows a value from before a write, although an earlier read showed the write. */
export interface OlderRead {
  readonly exchange: Exchange;
  readonly value: string;
  /** The value that was read before. */
  readonly newer: string;
}

/** When something happened, and its place in the log: what takes no time still comes one after the other. */
interface Moment {
  readonly at: number;
  readonly place: number;
}

const never: Moment = { at: Number.NEGATIVE_INFINITY, place: -1 };
const isBefore = (one: Moment, other: Moment) => one.at <= other.at && one.place < other.place;

/** Writes of the usual limit of a card, by the value that they ask for. */
interface Writes {
  /** The end of the last one of each value, unless it was refused: until then, that value may be set. */
  readonly ended: Map<string, Moment>;
  /** The beginning of the first one of each value, unless it was refused: it may have set that value. */
  readonly begun: Map<string, Moment>;
}

/** Every read of a log that shows an older value of this card than one that ended before it began. */
export function olderReads(log: readonly Exchange[], id: string): readonly OlderRead[] {
  const { ended, begun } = writesOf(log, id);
  const found: OlderRead[] = [];
  /** What was read of accepted writes. */
  const read: { readonly value: string; readonly written: Moment; readonly seen: Moment }[] = [];
  for (const [place, exchange] of log.entries()) {
    if (exchange.operation !== cardPages.id) continue;
    const card = cardsIn(exchange).find((one) => one.id === id)?.card;
    const daily = card === undefined ? undefined : limitsOf(card)?.daily;
    if (daily === undefined) continue;
    const value = jsonText(daily);
    const set = ended.get(value) ?? never;
    const now = { at: exchange.startedAt, place };
    const newer = read.find(
      (one) => one.value !== value && isBefore(one.seen, now) && isBefore(set, one.written),
    );
    if (newer !== undefined) found.push({ exchange, value, newer: newer.value });
    const written = begun.get(value);
    if (written !== undefined) read.push({ value, written, seen: { at: exchange.endedAt, place } });
  }
  return found;
}

function writesOf(log: readonly Exchange[], id: string): Writes {
  const writes: Writes = { ended: new Map(), begun: new Map() };
  for (const [place, exchange] of log.entries()) {
    if (writtenIn(exchange) !== id) continue;
    const value = jsonText(limitsNamed(bodySent(exchange)).daily);
    if (isPlainRefusal(exchange)) continue;
    // A later write of the same value may have set it once more.
    writes.ended.set(value, { at: exchange.endedAt, place });
    if (!writes.begun.has(value)) writes.begun.set(value, { at: exchange.startedAt, place });
  }
  return writes;
}

/** How long after the last write nothing of it is on its way any more, in milliseconds. */
const settledMs = 10_000;
/** How often the card is read then: of several copies, each answers once. */
const looks = 24;
/** How many amounts are left out between two writes. */
const out = 40;

/** One read of the card, and the exchanges that it took. */
interface Look {
  readonly daily: Amount | null;
  readonly exchanges: readonly string[];
}

/**
 * The reads, long after some writes, of which none but the server can be the reason: nobody else writes the newest
 * value again, or what this run had written just before it.
 *
 * @param then - The values that this run wrote before the newest one, and read.
 */
export function fallenBack(seen: readonly Look[], value: Amount, then: readonly Amount[]): readonly Look[] {
  const is = (one: Look, other: Amount) => jsonText(one.daily) === jsonText(other);
  if (then.some((older) => seen.every((one) => is(one, older)))) return seen;
  const lastNew = seen.findLastIndex((one) => is(one, value));
  return seen.slice(0, Math.max(0, lastNew)).filter((one) => one.daily !== null && !is(one, value));
}

/** Writes by each operation, one after the other and twice, and reads the card many times, long afterwards. */
async function lookLongAfter(run: Run, cards: readonly CardUnderTest[], older: OlderRead): Promise<Fact> {
  const { session } = run.probe;
  const why = `a read showed ${older.value} after ${older.newer} had been read`;
  const [card] = cards;
  if (card === undefined || run.waitMs < settledMs || session.remainingMs() < 2 * settledMs) {
    return missing(`${why}; whether that ends needs a wait of ${settledMs / 1000} s`, [older.exchange.id]);
  }
  const written: Control[] = [];
  for (const each of [...cards, ...cards]) {
    // What somebody else adds to one of these amounts must not give another.
    for (let left = out; left > 0; left -= 1) each.nextValue();
    written.push(await each.control());
  }
  const accepted = written.filter((control) => control.accepted);
  const last = accepted.at(-1);
  if (last === undefined) return missing(`${why}; and no write was accepted afterwards`, [older.exchange.id]);
  await session.sleep(settledMs);
  const seen: Look[] = [];
  while (seen.length < looks) {
    const snapshot = await card.read();
    seen.push({ daily: dailyOf(snapshot, card.id), exchanges: snapshot?.exchanges ?? [] });
  }
  const wasRead = ({ after, value }: Control) => jsonText(dailyOf(after, card.id)) === jsonText(value);
  const then = accepted.filter((one) => one !== last && wasRead(one) && wasRead(last));
  const wrong = fallenBack(
    seen,
    last.value,
    then.map(({ value }) => value),
  );
  const [first] = wrong;
  if (first === undefined)
    return missing(`${why}; ${settledMs / 1000} s after a write, that does not happen`, [older.exchange.id]);
  return {
    kind: "violated",
    message: "An accepted write is read at one time, and what was there before it at another.",
    expected: [`limits.daily ${jsonText(last.value)} in each read, ${settledMs / 1000} s after the write`],
    received: `limits.daily ${jsonText(first.daily)}, ${wrong.length} of ${seen.length} times`,
    pointer: "/limits/daily",
    exchanges: [last.exchange.id, ...first.exchanges.slice(-1)],
    isLasting: true,
  };
}

/** The card, as each operation that is accepted writes to it. @throws Inconclusive where none is. */
async function cardsWritten(run: Run): Promise<readonly [CardUnderTest, ...CardUnderTest[]]> {
  const patched = await ifConclusive(writableCard(run, "updateCardLimits"));
  if (patched === null) return [await writableCard(run, "replaceCardLimits")];
  const put = await ifConclusive(writableCard(run, "replaceCardLimits"));
  return put === null || put.id !== patched.id ? [patched] : [patched, put];
}

/** The check, over all reads and writes before it. */
export const staysChecks: readonly Check[] = [
  {
    id: "write.stays",
    title: "what was read of a write stays until another one",
    requirements: ["service.limits.change"],
    access: "write",
    stage: "last",
    run: (run) =>
      run.withCardLock(async () => {
        const cards = await cardsWritten(run);
        const log = run.probe.session.exchanges;
        const [{ id }] = cards;
        const [older] = olderReads(log, id);
        if (older !== undefined) return [await lookLongAfter(run, cards, older)];
        const last = log.findLast((one) => writtenIn(one) === id && succeeded(one));
        return last === undefined
          ? [missing("no write was accepted")]
          : [held("no read showed what was there before a write that had been read", last.id)];
      }),
  },
];
