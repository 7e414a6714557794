/** Writes that a server accepts and does not carry out, now and then: a pure decision over all of a run. */
import { api } from "../../../../generated/operations.ts";
import { headerOf } from "../../../base/headers.ts";
import { jsonText } from "../../../base/json-text.ts";
import { type Exchange, succeeded } from "../../../wire/exchange.ts";
import { held, missing } from "../../kit/check.ts";
import { type Fact, violations } from "../../kit/verdict.ts";
import { cardsIn, writtenIn } from "../identity.ts";
import { limitsOf, writtenLimit } from "../limits.ts";
import { isWriteOperation, limitSent, type WriteOperation } from "../write-form.ts";

/** As often as it has to be seen, and in how many reads each time. */
const [seenAtLeast, readsEach] = [2, 3];

/**
 * Where writes are carried out a moment after their answer, one that is not is lost only after this many milliseconds,
 * and so many times the longest moment.
 */
const [lostAfterMs, timesAsLong] = [3000, 5];

/** An amount of the written limit that was read, and when. */
interface Read {
  readonly amount: string;
  readonly at: number;
}

/** What was read of a card between two requests that write to it. */
interface Stretch {
  /** The write before these reads; null before the first one. */
  readonly write: Exchange | null;
  /** In order. */
  readonly read: Read[];
  /** True if another write was under way at the same time. */
  isBeside: boolean;
}

function amountIn(exchange: Exchange): string | null {
  const amount = limitSent(exchange);
  return amount === undefined ? null : jsonText(amount);
}

/** The writes of one card, each with what was read of it until the next one. */
function stretches(log: readonly Exchange[], id: string): readonly Stretch[] {
  const all: Stretch[] = [{ write: null, read: [], isBeside: false }];
  for (const exchange of [...log].sort((one, other) => one.startedAt - other.startedAt)) {
    const last = all.at(-1) as Stretch;
    const isUnderWay = last.write !== null && exchange.startedAt < last.write.endedAt;
    if (writtenIn(exchange) === id) {
      last.isBeside ||= isUnderWay;
      all.push({ write: exchange, read: [], isBeside: isUnderWay });
    } else if (!isUnderWay && !isWriteOperation(exchange.operation)) {
      const seen = cardsIn(exchange).find((card) => card.id === id);
      if (seen !== undefined)
        last.read.push({ amount: jsonText(limitsOf(seen.card)?.[writtenLimit]), at: exchange.endedAt });
    }
  }
  return all;
}

/**
 * Judges the accepted writes of an operation by what was read until the next write. More than one of them is lost if
 * each read showed what an earlier write of this run had set. Where writes were seen to be late, they have to show it
 * for several times as long as the latest of those took.
 *
 * @param usual - How the server takes writes, as an alteration: null where it takes them as specified.
 */
export function judgeCarriedOut(
  log: readonly Exchange[],
  operation: WriteOperation,
  usual: string | null = null,
): readonly Fact[] {
  const ids = new Set(log.flatMap((exchange) => writtenIn(exchange) ?? []));
  const keys = new Set<string>();
  /** Somebody else may set again what they had set before: this run's own is what was not read before it was written. */
  const [written, theirs] = [new Set<string>(), new Set<string>()];
  const missed: { readonly write: Exchange; readonly amount: string; readonly readForMs: number }[] = [];
  let [latestMs, late] = [0, null as Exchange | null];
  const applied: Exchange[] = [];
  for (const id of ids) {
    const all = stretches(log, id);
    for (const [index, { write, read, isBeside }] of all.entries()) {
      const before = all[index - 1]?.read.at(-1)?.amount;
      const key = write === null ? "" : (headerOf(write.request.headers, api.headers.idempotencyKey) ?? "");
      const isFirst = keys.size < keys.add(key).size;
      const amount = write === null ? null : amountIn(write);
      const isOwn = (one: Read) => written.has(one.amount) && !theirs.has(one.amount);
      const earlier = new Set(read.filter(isOwn).map((one) => one.amount));
      if (write !== null && amount !== null && succeeded(write)) written.add(amount);
      for (const one of read) if (!written.has(one.amount)) theirs.add(one.amount);
      if (write === null || amount === null) continue;
      if (!isFirst || isBeside || amount === before || !isPlain(write, usual)) continue;
      const isOlder = (one: Read) => one.amount === before || earlier.has(one.amount);
      const first = read.findIndex((one) => one.amount === amount);
      const afterMs = (one: Read | undefined) => (one?.at ?? 0) - write.endedAt;
      if (first > 0 && read.slice(0, first).every(isOlder) && afterMs(read[first]) > latestMs)
        [latestMs, late] = [afterMs(read[first]), write];
      if (write.operation !== operation) continue;
      const last = read.at(-1);
      if (first >= 0) applied.push(write);
      else if (last !== undefined && read.length >= readsEach && read.every((one) => earlier.has(one.amount)))
        missed.push({ write, amount: last.amount, readForMs: afterMs(last) });
    }
  }
  const leastMs = late === null ? 0 : Math.max(lostAfterMs, timesAsLong * latestMs);
  const lost = missed.filter(({ readForMs }) => readForMs >= leastMs);
  const [shown] = lost;
  if (shown === undefined) {
    if (late !== null)
      return [missing("a write was carried out after its answer, as others may be", [late.id])];
    return applied.length === 0
      ? [missing("needs accepted writes with a read before and after each")]
      : applied.map(({ id }) => held("a write that was accepted was carried out", id));
  }
  const exchanges = lost.map(({ write }) => write.id);
  const times = `${lost.length} of ${lost.length + applied.length} writes`;
  // What is lost each time, or most times, other checks see when they repeat it.
  if (lost.length < seenAtLeast || lost.length > applied.length)
    return [missing(`what was there before was read after ${times}`, exchanges)];
  return violations({
    message: "An accepted write changes nothing now and then: what was there before is read afterwards.",
    expected: ["the limit that was written"],
    received: `limits.${writtenLimit} ${shown.amount}, as before, after ${times}`,
    exchanges,
    isLasting: true,
  });
}

/** A write as specified, in the plain spelling, that was carried out by its answer: 202 leaves that open. */
function isPlain(exchange: Exchange, usual: string | null): boolean {
  const { alteration, response, sentBefore } = exchange;
  return alteration === usual && sentBefore === 0 && succeeded(exchange) && response?.status !== 202;
}
