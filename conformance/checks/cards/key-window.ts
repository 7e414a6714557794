/** The 24 hours for which an idempotency key protects a write, and what happens after them. */
import { randomUUID } from "node:crypto";
import { api } from "../../../generated/operations.ts";
import type { Amount } from "../../base/exact-json.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { answer, type Check, held, missing, type Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { withCard } from "./kit/acceptance.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { writeCheck } from "./kit/write-check.ts";
import { type WriteOperation, writeOperations } from "./write-form.ts";

const hourMs = 3_600_000;
const lifetimeMs = api.idempotencyKeyLifetimeSeconds * 1000;
/** An hour before its end, for a day; accordingly less for a shorter life. */
const insideMs = lifetimeMs - lifetimeMs / 24;
const wholeMs = lifetimeMs + 60_000;
const [hoursInside, hours] = [insideMs / hourMs, lifetimeMs / hourMs];

/** Within the window the rule applies; after it the specification is silent. */
interface KeyWindow {
  readonly inside: Fact;
  readonly after: Fact;
}

/**
 * Retries a write, after a later write, an hour before its key expires, and once more after it has expired.
 *
 * @throws Inconclusive if the wait is not allowed, or the writes are not carried out.
 */
export function keyWindow(run: Run, operation: WriteOperation): Promise<KeyWindow> {
  return run.memoize(`key window ${operation}`, async () => {
    if (run.waitMs < wholeMs || run.probe.session.remainingMs() < 2 * wholeMs) {
      const why = `needs a wait of ${hours} hours; allow it with --wait ${wholeMs / 1000} and a longer --budget`;
      throw new Inconclusive({ kind: "skipped", why });
    }
    return withCard(run, operation, (card) => makeSequence(run, card));
  });
}

async function makeSequence(run: Run, card: CardUnderTest): Promise<KeyWindow> {
  const [a, b] = [card.nextValue(), card.nextValue()];
  const purpose = "idempotency.window";
  const retried = { purpose, idempotencyKey: randomUUID() };
  const first = await card.writeAndRead(a, a, retried);
  await run.probe.session.sleep(insideMs);
  const second = await card.writeAndRead(b, b, { purpose });
  const late = await card.writeAndRead(a, b, retried);
  await run.probe.session.sleep(wholeMs - insideMs);
  const later = await card.writeAndRead(a, a, retried);
  const isDone = [first, second].every(({ exchange }) => succeeded(exchange));
  if (!isDone || first.daily !== a || second.daily !== b) {
    const outcomes = [first, second].map(({ exchange }) => outcomeOf(exchange)).join(", ");
    throw new Inconclusive(`the writes as specified were not carried out (${outcomes})`);
  }
  return {
    inside: judgeInside(late.exchange, late.daily, a, b, first.exchange),
    after: judgeAfter(later.exchange, later.daily, a, first.exchange),
  };
}

function judgeInside(retry: Exchange, daily: Amount | null, a: number, b: number, first: Exchange): Fact {
  if (daily === b) return held(`a retry after ${hoursInside} hours was not applied again`, retry.id);
  if (daily !== a) return missing("the card could not be read", [retry.id]);
  return {
    kind: "violated",
    message: `A retry with the same Idempotency-Key was applied again after ${hoursInside} hours, over a later write.`,
    expected: [`limits.daily ${b}, as the later write left it`],
    received: `limits.daily ${a}, from the retried write`,
    pointer: "/limits/daily",
    exchanges: [retry.id, first.id],
  };
}

function judgeAfter(retry: Exchange, daily: Amount | null, a: number, first: Exchange): Fact {
  const exchanges = [retry.id, first.id];
  if (daily === a) return answer("applied", "the old key is applied as a new write", exchanges);
  if (succeeded(retry)) return answer("replayed", "the old key is still remembered", exchanges);
  const status = outcomeOf(retry);
  return isRefusal(retry)
    ? answer(status, `the old key is refused with ${status}`, exchanges)
    : missing(status, exchanges);
}

/** Checks of the window of idempotency keys; they come last, since nothing else may write while they wait. */
export const keyWindowChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id: "idempotency.window",
    title: `a retry after ${hoursInside} hours is not applied again`,
    requirements: ["limits.idempotency-window", "auth.idempotency.safe-retry"],
    stage: "last",
    run: async (run) => [(await keyWindow(run, operation)).inside],
  }),
);
