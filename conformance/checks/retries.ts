/** A retry under the same idempotency key, and a write under a new one. */
import { randomUUID } from "node:crypto";
import { jsonText } from "../base/json-text.ts";
import { type Exchange, outcomeOf, succeeded } from "../wire/exchange.ts";
import { noToken } from "./kit/ask.ts";
import { dailyOf } from "./kit/card-under-test.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { Inconclusive } from "./kit/inconclusive.ts";
import type { Fact } from "./kit/verdict.ts";
import { readyCard, type WriteName } from "./writes-refused.ts";

/** What a sequence of writes and retries showed. */
export interface RetrySequence {
  readonly first: Exchange;
  readonly retry: Exchange;
  readonly facts: readonly Fact[];
  readonly distinct: readonly Fact[];
}

/** Write A, write B, retry A with its key, write A again under a new key; read after each. */
export function retrySequence(run: Run, name: WriteName): Promise<RetrySequence> {
  return run.memoize(`retries ${name}`, () =>
    run.withCardLock(async () => {
      const card = await readyCard(run, name);
      const [a, b] = [card.nextValue(), card.nextValue()];
      const idempotencyKey = randomUUID();
      /** Writes, and reads until the value is there; null for one that is not to change anything. */
      const send = async (value: number, key: string, expected: number | null) => {
        const exchange = await card.write(value, {
          purpose: `idempotency.${name}`,
          idempotencyKey: key,
        });
        // What is read may be some seconds behind what was written.
        const settled =
          expected === null
            ? await card.readSettled()
            : await card.readUntil((limits) => limits?.daily === expected);
        return { exchange, daily: dailyOf(settled, card.id), isSettled: settled?.isSettled === true };
      };
      const first = await send(a, idempotencyKey, a);
      const repeated = await send(a, idempotencyKey, a);
      const second = await send(b, randomUUID(), b);
      const retry = await send(a, idempotencyKey, null);
      const again = await send(a, randomUUID(), a);
      const sent = [first, repeated, second, retry, again].map(({ exchange }) => exchange);
      if (sent.some((exchange) => exchange === null)) throw new Inconclusive(noToken(run));
      const ids = sent.flatMap((exchange) => exchange?.id ?? []);
      if (!ok(first.exchange) || first.daily !== a) {
        throw new Inconclusive(`the first write was not carried out (${description(first.exchange)})`, ids);
      }
      if (!ok(second.exchange) || second.daily !== b) {
        const fact = missing(
          `the write in between was not carried out (${description(second.exchange)})`,
          ids,
        );
        return {
          first: first.exchange as Exchange,
          retry: retry.exchange as Exchange,
          facts: [fact],
          distinct: [fact],
        };
      }
      const changed = retry.daily === a;
      const serverError = (retry.exchange?.response?.status ?? 500) >= 500;
      const facts: Fact[] = changed
        ? [
            {
              kind: "violated",
              message: "A retry with the same Idempotency-Key was applied again, over a later write.",
              expected: [`limits.daily ${b}, as the later write left it`],
              received: `limits.daily ${a}, from the retried write`,
              pointer: "/limits/daily",
              exchanges: [retry.exchange?.id ?? "", ...ids],
            },
          ]
        : [
            serverError
              ? missing(`the retry was answered ${description(retry.exchange)}`, ids)
              : !retry.isSettled
                ? missing(
                    "writes are to be seen late, so that nothing tells whether the retry was applied",
                    ids,
                  )
                : held("a retry was not applied again", retry.exchange?.id),
          ];
      const applied = again.daily === a;
      const distinct: Fact[] = [
        applied
          ? held("the same body under a new key was applied", again.exchange?.id)
          : // A limit that is neither may be somebody else's doing.
            ok(again.exchange) && again.daily === b && again.isSettled
            ? {
                kind: "violated",
                message:
                  "A write under a key of its own was accepted but not applied; its body had been sent before under another key.",
                expected: [`limits.daily ${a}`],
                received: `limits.daily ${jsonText(again.daily)}`,
                pointer: "/limits/daily",
                exchanges: [again.exchange?.id ?? "", ...ids],
              }
            : missing(
                `the write under a new key was answered ${description(again.exchange)}, and not to be seen`,
                ids,
              ),
      ];
      return { first: first.exchange as Exchange, retry: repeated.exchange as Exchange, facts, distinct };
    }),
  );
}

function ok(exchange: Exchange | null): boolean {
  return exchange !== null && succeeded(exchange);
}

function description(exchange: Exchange | null): string {
  return exchange === null ? "no token" : outcomeOf(exchange);
}

const retries = (name: WriteName): readonly Check[] => [
  {
    id: `idempotency.retry.${name}`,
    title: `${name.toUpperCase()}: a retry with the same key is not applied again`,
    requirements: ["auth.idempotency.safe-retry"],
    access: "write",
    stage: "request",
    run: async (run) => (await retrySequence(run, name)).facts,
  },
  {
    id: `idempotency.distinct.${name}`,
    title: `${name.toUpperCase()}: a write with a key of its own is applied`,
    requirements: ["auth.idempotency.distinct"],
    access: "write",
    stage: "request",
    run: async (run) => (await retrySequence(run, name)).distinct,
  },
];

/** Checks of retries. */
export const retryChecks: readonly Check[] = [...retries("patch"), ...retries("put")];
