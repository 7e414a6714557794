/** A retry with the same idempotency key, and a write with a new one. */
import { randomUUID } from "node:crypto";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { Inconclusive, ifConclusive } from "../kit/inconclusive.ts";
import { judgeSituations } from "../kit/spelled.ts";
import type { Fact } from "../kit/verdict.ts";
import { withCard, writableCard } from "./kit/acceptance.ts";
import { type CardUnderTest, type ReadWrite, writtenAmount } from "./kit/card-under-test.ts";
import { spellableWrite } from "./kit/drawn-writes.ts";
import { judgeEffects, usableForEffects } from "./kit/judge-effects.ts";
import { judgeOvertaken } from "./kit/overtaken-retry.ts";
import { isOfKey, triedSituations } from "./kit/situated-write.ts";
import { judgeSpelledRetries } from "./kit/spelled-retries.ts";
import { writeCheck, writeCheckId } from "./kit/write-check.ts";
import { writtenLimit } from "./limits.ts";
import { type WriteOperation, writeOperations } from "./write-form.ts";

/** What a sequence of writes and retries showed. */
interface RetrySequence {
  readonly first: Exchange;
  /** The first write again, with nothing in between. */
  readonly repeated: Exchange;
  readonly retried: Fact;
  readonly distinct: Fact;
}

/**
 * Write A, again, write B, retry A with its key, write A again with a new key; read after each.
 *
 * @throws Inconclusive if the first write is not carried out.
 */
export function retrySequence(run: Run, operation: WriteOperation): Promise<RetrySequence> {
  return run.memoize(`retries ${operation}`, () =>
    withCard(run, operation, (card) => {
      // These few writes must not lack what many others have used up.
      run.keeper.renewPatience();
      return makeSequence(card, writeCheckId("idempotency", operation));
    }),
  );
}

async function makeSequence(card: CardUnderTest, purpose: string): Promise<RetrySequence> {
  const [a, b] = [card.nextValue(), card.nextValue()];
  const idempotencyKey = randomUUID();
  const send = (value: number, key: string, expected: number | null) =>
    card.writeAndRead(value, expected, { purpose, idempotencyKey: key });
  const first = await send(a, idempotencyKey, a);
  const repeated = await send(a, idempotencyKey, a);
  const second = await send(b, randomUUID(), b);
  const retry = await send(a, idempotencyKey, null);
  const again = await send(a, randomUUID(), a);
  const ids = [first, repeated, second, retry, again].map(({ exchange }) => exchange.id);
  if (!succeeded(first.exchange) || first.amount !== a) {
    throw new Inconclusive(`the first write was not carried out (${outcomeOf(first.exchange)})`, ids);
  }
  const exchanges = { first: first.exchange, repeated: repeated.exchange };
  if (!succeeded(second.exchange) || second.amount !== b) {
    const fact = missing(`the write in between was not carried out (${outcomeOf(second.exchange)})`, ids);
    return { ...exchanges, retried: fact, distinct: fact };
  }
  return { ...exchanges, retried: judgeRetry(retry, a, b, ids), distinct: judgeDistinct(again, a, b, ids) };
}

/** Judges the retry of a, after b was written. */
function judgeRetry({ exchange, amount, isSettled }: ReadWrite, a: number, b: number, ids: string[]): Fact {
  if (amount === a) {
    return {
      kind: "violated",
      message: "A retry with the same Idempotency-Key was applied again, over a later write.",
      expected: [`limits.${writtenLimit} ${b}, as the later write left it`],
      received: `limits.${writtenLimit} ${a}, from the retried write`,
      pointer: `/limits/${writtenLimit}`,
      exchanges: [exchange.id, ...ids],
    };
  }
  if ((exchange.response?.status ?? 500) >= 500) {
    return missing(`the retry was answered ${outcomeOf(exchange)}`, ids);
  }
  return isSettled
    ? held("a retry was not applied again", exchange.id)
    : missing("writes are to be seen late, so that nothing tells whether the retry was applied", ids);
}

/** Judges the write of a with a new key, after b was written. */
function judgeDistinct(
  { exchange, amount, isSettled }: ReadWrite,
  a: number,
  b: number,
  ids: string[],
): Fact {
  if (amount === a) return held("the same body under a new key was applied", exchange.id);
  // A limit that is neither may have been set by someone else.
  if (!succeeded(exchange) || amount !== b || !isSettled) {
    const what = `the write under a new key was answered ${outcomeOf(exchange)}, and not to be seen`;
    return missing(what, ids);
  }
  return {
    kind: "violated",
    message:
      "A write under a key of its own was accepted but not applied; its body had been sent before under another key.",
    expected: [`limits.${writtenLimit} ${a}`],
    received: `limits.${writtenLimit} ${jsonText(amount)}`,
    pointer: `/limits/${writtenLimit}`,
    exchanges: [exchange.id, ...ids],
  };
}

/** Judges writes under keys that are almost those of others: they are taken, where such keys are, and applied. */
async function judgeNearKeys(run: Run, card: CardUnderTest): Promise<readonly Fact[]> {
  const tried = (await triedSituations(run, card)).filter(({ situation }) => isOfKey(situation));
  const taken = tried.filter(({ exchange }) => succeeded(exchange)).map(({ situation }) => situation);
  const usable = taken.length === 0 ? [] : [...taken, ...(await usableForEffects(run, card))];
  const effects = await judgeEffects(run, card, usable, "the key");
  return [
    ...(await judgeSituations(spellableWrite(card), tried)),
    // What has nothing to do with the key is judged for every write.
    ...effects.filter((fact) => fact.kind !== "violated" || fact.spelled?.some(isOfKey) === true),
  ];
}

/** The card as another operation writes to it; where none does so that it is read afterwards, as this one. */
async function otherwiseWritten(run: Run, card: CardUnderTest): Promise<CardUnderTest> {
  for (const operation of writeOperations.filter((one) => one !== card.form.operation)) {
    const other = await ifConclusive(writableCard(run, operation));
    if (other?.id !== card.id) continue;
    const { after, value } = await other.control();
    if (jsonText(writtenAmount(after, card.id)) === jsonText(value)) return other;
  }
  return card;
}

/** Checks of retries. */
export const retryChecks: readonly Check[] = writeOperations.flatMap((operation) => [
  writeCheck(operation, {
    id: "idempotency.retry",
    title: "a retry with the same key is not applied again",
    requirements: ["auth.idempotency.safe-retry"],
    run: async (run) => {
      const { retried } = await retrySequence(run, operation);
      const purpose = writeCheckId("idempotency", operation);
      if (retried.kind !== "held") return [retried];
      return withCard(run, operation, async (card) => {
        const copies = await judgeOvertaken(card, await otherwiseWritten(run, card), {
          purpose,
          concurrency: run.concurrency,
        });
        return [retried, ...copies, ...(await judgeSpelledRetries(run, card, purpose))];
      });
    },
  }),
  writeCheck(operation, {
    id: "idempotency.distinct",
    title: "a write with a key of its own is applied",
    requirements: ["auth.idempotency.distinct"],
    run: async (run) => {
      const { distinct } = await retrySequence(run, operation);
      return [distinct, ...(await withCard(run, operation, (card) => judgeNearKeys(run, card)))];
    },
  }),
]);
