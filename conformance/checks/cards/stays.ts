/** What was read once of a write is not replaced by what was there before it. */
import { type Amount, amountBeside, isAmount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { bodySent, type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { writtenIn } from "./identity.ts";
import { writableCard } from "./kit/acceptance.ts";
import type { Control } from "./kit/card-log.ts";
import { type CardUnderTest, writtenAmount } from "./kit/card-under-test.ts";
import { limitsOf, writtenLimit } from "./limits.ts";
import { type OlderRead, olderReads } from "./older-reads.ts";
import { undoingMs, undoneWrites } from "./undone.ts";
import { limitSent, withLimit } from "./write-form.ts";

/** How long after the last write nothing of it is on its way any more, in milliseconds. */
const settledMs = 10_000;
/** How often the card is read then: of several copies, each answers once. */
const looks = 24;
/** How many amounts are left out between two writes. */
const out = 40;
/** How many steps an amount of another limit than the written one is beside what was there, which nobody else writes. */
const ownStep = 11;

/** One read of a limit, and the exchanges that it took. */
interface Look {
  readonly amount: Amount | null;
  readonly exchanges: readonly string[];
}

const is = ({ amount }: Look, other: Amount) => jsonText(amount) === jsonText(other);

/**
 * The reads, long after some writes, of which none but the server can be the reason: nobody else writes the newest
 * amount again, or what this run had written just before it.
 *
 * @param earlier - The amounts that this run wrote before the newest one, and read.
 * @param isOwn - True if nobody else writes the newest one; otherwise it has to be one of those before it.
 */
export function fallenBack(
  seen: readonly Look[],
  newest: Amount,
  earlier: readonly Amount[],
  isOwn = true,
): readonly Look[] {
  // Who puts all limits as they were read writes one of those before it as well, but not by turns.
  if (isOwn && earlier.some((older) => seen.every((one) => is(one, older)))) return seen;
  const lastNew = seen.findLastIndex((one) => is(one, newest));
  return seen
    .slice(0, Math.max(0, lastNew))
    .filter(
      (one) => one.amount !== null && !is(one, newest) && (isOwn || earlier.some((older) => is(one, older))),
    );
}

/** What was written last, and what should be read from then on. */
interface Written {
  readonly exchange: Exchange;
  readonly amount: Amount;
  /** What this run wrote before it, and read. */
  readonly earlier: readonly Amount[];
  readonly isOwn: boolean;
}

/** Writes by each operation, one after the other and twice; null where none is accepted. */
async function writeAmount(cards: readonly CardUnderTest[]): Promise<Written | null> {
  const written: Control[] = [];
  for (const each of [...cards, ...cards]) {
    // What somebody else adds to one of these amounts must not give another.
    for (let left = out; left > 0; left -= 1) each.nextValue();
    written.push(await each.control());
  }
  const accepted = written.filter((control) => control.accepted);
  const last = accepted.at(-1);
  if (last === undefined) return null;
  const wasRead = ({ after, value }: Control) =>
    cards.some(({ id }) => jsonText(writtenAmount(after, id)) === jsonText(value));
  const read = accepted.filter((one) => one !== last && wasRead(one) && wasRead(last));
  return {
    exchange: last.exchange,
    amount: last.value,
    earlier: read.map(({ value }) => value),
    isOwn: true,
  };
}

/** Writes an amount that nobody else does, and then what was written once; null where that is not read. */
async function writeAgain(card: CardUnderTest, { field, write }: OlderRead): Promise<Written | null> {
  const body = bodySent(write);
  const amount = limitSent(write, field);
  const before = limitsOf(card.original)?.[field];
  if (!isAmount(amount) || !isAmount(before)) return null;
  const send = async (value: Amount) => {
    const exchange = await card.write(0, { body: withLimit(body, field, value) });
    if (!succeeded(exchange)) return null;
    const read = await card.readUntil((limits) => jsonText(limits?.[field]) === jsonText(value));
    return read?.isSettled === true &&
      jsonText(limitsOf(read.cards.get(card.id))?.[field]) === jsonText(value)
      ? exchange
      : null;
  };
  const own = [ownStep, 2 * ownStep]
    .map((steps) => amountBeside(before, steps * card.step))
    .find((one) => jsonText(one) !== jsonText(amount));
  if (own === undefined || (await send(own)) === null) return null;
  const exchange = await send(amount);
  return exchange === null ? null : { exchange, amount, earlier: [own], isOwn: false };
}

/** Writes to the limit of an older read once more, and reads it many times, long afterwards. */
async function lookLongAfter(run: Run, cards: readonly CardUnderTest[], older: OlderRead): Promise<Fact> {
  const { session } = run.probe;
  const { field } = older;
  const why = `a read showed limits.${field} ${older.value} after ${older.newer} had been read`;
  const card = cards.find(({ form }) => form.operation === older.write.operation) ?? cards[0];
  if (card === undefined || run.waitMs < settledMs || session.remainingMs() < 2 * settledMs) {
    return missing(`${why}; whether that ends needs a wait of ${settledMs / 1000} s`, [older.exchange.id]);
  }
  const isOfWritten = field === writtenLimit && older.newer !== "0";
  const written = await (isOfWritten ? writeAmount(cards) : writeAgain(card, older));
  if (written === null)
    return missing(`${why}; and no such write was accepted and read afterwards`, [older.exchange.id]);
  await session.sleep(settledMs);
  const seen: Look[] = [];
  while (seen.length < looks) {
    const snapshot = await card.read();
    const amount = limitsOf(snapshot?.cards.get(card.id))?.[field];
    seen.push({ amount: isAmount(amount) ? amount : null, exchanges: snapshot?.exchanges ?? [] });
  }
  const wrong = fallenBack(seen, written.amount, written.earlier, written.isOwn);
  const [first] = wrong;
  if (first === undefined)
    return missing(`${why}; ${settledMs / 1000} s after a write, that does not happen`, [older.exchange.id]);
  return {
    kind: "violated",
    message: "An accepted write is read at one time, and what was there before it at another.",
    expected: [
      `limits.${field} ${jsonText(written.amount)} in each read, ${settledMs / 1000} s after the write`,
    ],
    received: `limits.${field} ${jsonText(first.amount)}, ${wrong.length} of ${seen.length} times`,
    pointer: `/limits/${field}`,
    exchanges: [written.exchange.id, ...first.exchanges.slice(-1)],
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
        const older = olderReads(log, id);
        const fields = new Map(older.toReversed().map((one) => [one.field, one]));
        const facts: Fact[] = [];
        const { session } = run.probe;
        if (older.length > 0 && run.waitMs >= settledMs && session.remainingMs() > 2 * undoingMs)
          facts.push(...[await undoneWrites(cards[0])].filter((fact) => fact !== null));
        if (facts.length > 0) return facts;
        for (const one of fields.values()) facts.push(await lookLongAfter(run, cards, one));
        if (facts.length > 0) return facts;
        const last = log.findLast((one) => writtenIn(one) === id && succeeded(one));
        return last === undefined
          ? [missing("no write was accepted")]
          : [held("no read showed what was there before a write that had been read", last.id)];
      }),
  },
];
