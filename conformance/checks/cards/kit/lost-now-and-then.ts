/** Writes that a server accepts and does not carry out, now and then: a pure decision over all of a run. */
import { api } from "../../../../generated/operations.ts";
import { headerOf } from "../../../base/headers.ts";
import { jsonText } from "../../../base/json-text.ts";
import { type Exchange, succeeded } from "../../../wire/exchange.ts";
import type { Fact } from "../../kit/verdict.ts";
import { cardsIn, writtenIn } from "../identity.ts";
import { limitsOf } from "../limits.ts";
import { isWriteOperation, type WriteOperation } from "../write-form.ts";

/** As often as it has to be seen, and in how many reads each time. */
const [seenAtLeast, readsEach] = [2, 3];

/** What was read of a card between two requests that write to it. */
interface Stretch {
  /** The write before these reads; null before the first one. */
  readonly write: Exchange | null;
  /** The daily limits, in the order in which they were read. */
  readonly read: string[];
  /** True if another write was under way at the same time. */
  isBeside: boolean;
}

function dailyIn({ request: { body } }: Exchange): string | null {
  try {
    const daily: unknown = JSON.parse(body ?? "").daily;
    return daily === undefined ? null : jsonText(daily);
  } catch {
    return null;
  }
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
      if (seen !== undefined) last.read.push(jsonText(limitsOf(seen.card)?.daily));
    }
  }
  return all;
}

/**
 * The fact that accepted writes changed nothing, more than once: each read afterwards showed the limit that was read
 * before. null where that was not seen, where most writes are lost, or where a write was seen to be late, since these
 * may be late as well.
 */
export function lostNowAndThen(log: readonly Exchange[], operation: WriteOperation): Fact | null {
  const ids = new Set(log.flatMap((exchange) => writtenIn(exchange) ?? []));
  const keys = new Set<string>();
  const lost: { readonly write: Exchange; readonly daily: string }[] = [];
  let applied = 0;
  for (const id of ids) {
    const all = stretches(log, id);
    for (const [index, { write, read, isBeside }] of all.entries()) {
      const before = all[index - 1]?.read.at(-1);
      const key = write === null ? "" : (headerOf(write.request.headers, api.headers.idempotencyKey) ?? "");
      const isFirst = keys.size < keys.add(key).size;
      if (write === null || !isFirst || isBeside || before === undefined || !isPlain(write)) continue;
      const daily = dailyIn(write);
      if (daily === null || daily === before) continue;
      const first = read.indexOf(daily);
      if (first > 0 && read[0] === before) return null;
      if (write.operation !== operation) continue;
      if (first >= 0) applied += 1;
      if (read.length >= readsEach && read.every((one) => one === before))
        lost.push({ write, daily: before });
    }
  }
  const [shown] = lost;
  // What is lost each time, or most times, other checks see when they repeat it.
  const isRare = lost.length <= applied;
  if (shown === undefined || lost.length < seenAtLeast || !isRare) return null;
  return {
    kind: "violated",
    message: "An accepted write changes nothing now and then: what was there before is read afterwards.",
    expected: ["the limit that was written"],
    received: `limits.daily ${shown.daily}, as before, after ${lost.length} of ${lost.length + applied} writes`,
    exchanges: lost.map(({ write }) => write.id),
    isLasting: true,
  };
}

/** A write as specified, in the plain spelling, that was carried out by its answer: 202 leaves that open. */
function isPlain(exchange: Exchange): boolean {
  const { alteration, response, sentBefore } = exchange;
  return alteration === null && sentBefore === 0 && succeeded(exchange) && response?.status !== 202;
}
