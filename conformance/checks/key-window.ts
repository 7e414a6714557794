/** The 24 hours for which an idempotency key protects a write, and what comes after them. */
import { randomUUID } from "node:crypto";
import type { Amount } from "../base/exact-json.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../wire/exchange.ts";
import { noToken } from "./kit/ask.ts";
import { type CardUnderTest, dailyOf } from "./kit/card-under-test.ts";
import { answer, type Check, held, missing, type Run } from "./kit/check.ts";
import { Inconclusive } from "./kit/inconclusive.ts";
import type { Fact } from "./kit/verdict.ts";
import { readyCard, type WriteName } from "./writes-refused.ts";

const insideMs = 23 * 3_600_000;
const untilAfterMs = 3_600_000 + 60_000;
const wholeMs = insideMs + untilAfterMs;

/** Within the window the rule holds; after it the specification is silent. */
export interface KeyWindow {
  readonly inside: Fact;
  readonly after: Fact;
}

/** Retries a write after 23 hours, over a later write, and once more when 24 hours have passed. */
export function keyWindow(run: Run, name: WriteName): Promise<KeyWindow> {
  return run.memoize(`key window ${name}`, () =>
    run.withCardLock(async () => {
      if (run.waitMs < wholeMs || run.probe.session.remainingMs() < 2 * wholeMs) {
        const seconds = wholeMs / 1000;
        throw new Inconclusive({
          kind: "skipped",
          why: `needs a wait of 24 hours; allow it with --wait ${seconds} and a longer --budget`,
        });
      }
      return sequence(run, await readyCard(run, name));
    }),
  );
}

async function sequence(run: Run, card: CardUnderTest): Promise<KeyWindow> {
  const [a, b] = [card.nextValue(), card.nextValue()];
  const idempotencyKey = randomUUID();
  // What is read may be some seconds behind what was written.
  const read = async (expected: number) =>
    dailyOf(await card.readUntil((limits) => limits?.daily === expected), card.id);
  const retry = async (expected: number) => {
    const exchange = await card.write(a, { purpose: "idempotency.window", idempotencyKey });
    return { exchange, daily: await read(expected) };
  };
  const first = await retry(a);
  await run.probe.session.sleep(insideMs);
  const second = await card.write(b, { purpose: "idempotency.window" });
  const between = await read(b);
  const late = await retry(b);
  await run.probe.session.sleep(untilAfterMs);
  const later = await retry(a);
  if (first.exchange === null || second === null || late.exchange === null || later.exchange === null) {
    throw new Inconclusive(noToken(run));
  }
  if (!succeeded(first.exchange) || first.daily !== a || !succeeded(second) || between !== b) {
    throw new Inconclusive(
      `the writes as specified were not carried out (${outcomeOf(first.exchange)}, ${outcomeOf(second)})`,
    );
  }
  return {
    inside: judgeInside(late.exchange, late.daily, { a, b, first: first.exchange }),
    after: judgeAfter(later.exchange, later.daily, a, first.exchange),
  };
}

function judgeInside(
  retry: Exchange,
  daily: Amount | null,
  { a, b, first }: { a: number; b: number; first: Exchange },
): Fact {
  if (daily === b) return held("a retry after 23 hours was not applied again", retry.id);
  if (daily !== a) return missing("the card could not be read", [retry.id]);
  return {
    kind: "violated",
    message: "A retry with the same Idempotency-Key was applied again after 23 hours, over a later write.",
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
  const status = retry.response?.status ?? 0;
  return isRefusal(retry)
    ? answer(String(status), `the old key is refused with ${status}`, exchanges)
    : missing(outcomeOf(retry), exchanges);
}

/** Checks of the window of idempotency keys; they come last, since nothing else may write while they wait. */
export const keyWindowChecks: readonly Check[] = (["patch", "put"] as const).map((name) => ({
  id: `idempotency.window.${name}`,
  title: `${name.toUpperCase()}: a retry after 23 hours is not applied again`,
  requirements: ["limits.idempotency-window", "auth.idempotency.safe-retry"],
  access: "write",
  stage: "last",
  run: async (run) => [(await keyWindow(run, name)).inside],
}));
