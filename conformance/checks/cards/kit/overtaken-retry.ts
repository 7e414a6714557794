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

/** Sends write A twice at the same time under one key and, as soon as the first one is answered, write B. */
async function besideCopy(card: CardUnderTest, other: CardUnderTest, [a, b]: Values, details: WriteDetails) {
  const send = () => ifConclusive(card.write(a, details));
  const [first, copy] = [send(), send()];
  const answered = await first;
  const [second, copied] = await Promise.all([
    ifConclusive(other.write(b, { purpose: details.purpose })),
    copy,
  ]);
  return [answered, second, copied] as const;
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
  purpose: string,
): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const [send, what] of [
    [besideCopy, `${aCopy}, sent beside it`],
    [rightAfter, `${aCopy}, sent right after a later one`],
  ] as const) {
    const [a, b] = [card.nextValue(), other.nextValue()];
    const sent = await send(card, other, [a, b], { purpose, idempotencyKey: randomUUID() });
    const [answered, second, copied] = sent;
    if (answered === null || second === null || copied === null) throw new Inconclusive("there was no token");
    if (send === besideCopy && copied.startedAt > answered.endedAt) continue;
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
