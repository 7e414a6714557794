/** Copies of a write that come before a server may have written down its key. */
import { randomUUID } from "node:crypto";
import { type Exchange, outcomeOf, succeeded } from "../../../wire/exchange.ts";
import { aCopy } from "../../causes.ts";
import { held, missing } from "../../kit/check.ts";
import { Inconclusive, ifConclusive } from "../../kit/inconclusive.ts";
import type { Fact } from "../../kit/verdict.ts";
import { writtenLimit } from "../limits.ts";
import { type CardUnderTest, writtenAmount } from "./card-under-test.ts";
import { afterwardsMs } from "./patience.ts";

type Values = readonly [a: number, b: number];
type WriteDetails = { readonly purpose: string; readonly idempotencyKey: string };

/**
 * How often a write is sent at the same time, at most: one that takes longest is the more likely to come after a later
 * write, for which one of the requests at a time is left.
 */
const mostAtOnce = 6;

/** Sends write A several times at once under one key and, as soon as the first answer is there, write B. */
async function besideCopies(
  card: CardUnderTest,
  other: CardUnderTest,
  [a, b]: Values,
  { atOnce, ...details }: WriteDetails & { readonly atOnce: number },
) {
  const copies = Array.from({ length: atOnce }, () => ifConclusive(card.write(a, details)));
  const answered = await firstAccepted(copies);
  const second = await ifConclusive(other.write(b, { purpose: details.purpose }));
  const sent = (await Promise.all(copies)).filter((one) => one !== null).filter((one) => one !== answered);
  const [copied = null] = sent.toSorted((one, two) => two.endedAt - one.endedAt);
  return [answered, second, copied] as const;
}

/** The first of them that is accepted, as soon as that is known: a copy of what is under way may be refused. */
function firstAccepted(copies: readonly Promise<Exchange | null>[]): Promise<Exchange | null> {
  const accepted = copies.map(async (copy) => {
    const exchange = await copy;
    return exchange !== null && succeeded(exchange) ? exchange : Promise.reject(new Error("not accepted"));
  });
  return Promise.any(accepted).catch(() => copies[0] ?? null);
}

/** Sends write A, write B, and A again under its key, each as soon as the one before is answered. */
async function rightAfter(card: CardUnderTest, other: CardUnderTest, [a, b]: Values, details: WriteDetails) {
  const answered = await ifConclusive(card.write(a, details));
  const second = await ifConclusive(other.write(b, { purpose: details.purpose }));
  return [answered, second, await ifConclusive(card.write(a, details))] as const;
}

/**
 * Judges copies of a write that come before a server may have written down its key: one at the same time, and one
 * right after a later write. Whatever becomes of the copy, A has been carried out, so that B is read in the end.
 *
 * @param other - The same card, as B is written to it: by another operation, B may overtake the copy more easily.
 * @returns Nothing of the first one where requests are sent one after the other.
 * @throws Inconclusive if there is no token.
 */
export async function judgeOvertaken(
  card: CardUnderTest,
  other: CardUnderTest,
  { purpose, concurrency }: { readonly purpose: string; readonly concurrency: number },
): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const [send, what] of [
    [besideCopies, `${aCopy}, sent beside it`],
    [rightAfter, `${aCopy}, sent right after a later one`],
  ] as const) {
    const [a, b] = [card.nextValue(), other.nextValue()];
    const atOnce = Math.max(2, Math.min(mostAtOnce, concurrency - 1));
    const sent = await send(card, other, [a, b], { purpose, idempotencyKey: randomUUID(), atOnce });
    const [answered, second, copied] = sent;
    if (answered === null || second === null || copied === null) throw new Inconclusive("there was no token");
    if (send === besideCopies && copied.startedAt > answered.endedAt) continue;
    facts.push(await judgeCopy(card, { a, b, answered, second, copied, what }));
    // Where one of these is not to be seen, the other one is not waited for.
    if (facts.at(-1)?.kind !== "held") break;
  }
  return facts;
}

/** What was sent: write A, then B, and a copy of A. */
interface Sent {
  readonly a: number;
  readonly b: number;
  readonly answered: Exchange;
  readonly second: Exchange;
  readonly copied: Exchange;
  /** The copy, in words. */
  readonly what: string;
}

async function judgeCopy(card: CardUnderTest, { a, b, answered, second, copied, what }: Sent): Promise<Fact> {
  await card.sleep(afterwardsMs);
  const read = await card.readUntil((limits) => limits?.[writtenLimit] === b);
  const exchanges = [answered, copied, second].map(({ id }) => id);
  const amount = writtenAmount(read, card.id);
  const both = [answered, second];
  // After 202, a write may be carried out later than another one.
  const isForLater = amount !== b && both.some(({ response }) => response?.status === 202);
  if (!both.every(succeeded) || isForLater || read?.isSettled !== true) {
    return missing(`a write with a copy was answered ${outcomeOf(answered)}`, exchanges);
  }
  if (amount === b) return held("a copy of a write was not applied over a later write", second.id);
  if (amount !== a) return missing("somebody else has changed the card", exchanges);
  return {
    kind: "violated",
    message: `${what} under the same Idempotency-Key, was applied over a later write.`,
    expected: [`limits.${writtenLimit} ${b}, as the later write left it`],
    received: `limits.${writtenLimit} ${a}, from the copy`,
    pointer: `/limits/${writtenLimit}`,
    exchanges: [...exchanges, ...read.exchanges],
  };
}
