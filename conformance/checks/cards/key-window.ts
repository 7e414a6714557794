/** The 24 hours for which an idempotency key protects a write, and what happens after them. */
import { randomUUID } from "node:crypto";
import { api } from "../../../generated/operations.ts";
import type { Amount } from "../../base/exact-json.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { answer, type Check, held, missing, type Run } from "../kit/check.ts";
import { factIn } from "../kit/drawn.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { withCard } from "./kit/acceptance.ts";
import type { CardUnderTest, ReadWrite } from "./kit/card-under-test.ts";
import { everySpelling } from "./kit/drawn-writes.ts";
import { writeCheck } from "./kit/write-check.ts";
import { writtenLimit } from "./limits.ts";
import { type WriteOperation, writeOperations } from "./write-form.ts";

const hourMs = 3_600_000;
const lifetimeMs = api.idempotencyKeyLifetimeSeconds * 1000;
/** An hour before its end, for a day; accordingly less for a shorter life. */
const insideMs = lifetimeMs - lifetimeMs / 24;
const wholeMs = lifetimeMs + 60_000;
const [hoursInside, hours] = [insideMs / hourMs, lifetimeMs / hourMs];

/** Within the window the rule applies; after it the specification is silent. */
interface KeyWindow {
  /** One fact for each spelling of the writes. */
  readonly inside: readonly Fact[];
  readonly after: Fact;
}

/**
 * Retries a write, after a later write, an hour before its key expires, and once more after it has expired.
 *
 * @throws Inconclusive if the wait is not allowed.
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

async function makeSequence(run: Run, plain: CardUnderTest): Promise<KeyWindow> {
  const purpose = "idempotency.window";
  const rows = [[], ...(run.draw.rows === 0 ? [] : await everySpelling(run, [plain], purpose))];
  // The seconds for which effects are waited for are nothing beside this wait.
  run.keeper.renewPatience();
  const retries = rows.map((row) => ({
    card: plain.inSpellings(row),
    value: plain.nextValue(),
    details: { purpose, idempotencyKey: randomUUID() },
  }));
  const firsts: ReadWrite[] = [];
  for (const { card, value, details } of retries) firsts.push(await card.writeAndRead(value, value, details));
  // A key that is forgotten without a wait is not forgotten for its age.
  const last = retries.at(-1)?.value ?? null;
  const isForgotten: boolean[] = [];
  for (const { card, value, details } of retries) {
    const early = value === last ? null : await card.writeAndRead(value, last, details);
    isForgotten.push(early?.amount === value);
  }
  await run.probe.session.sleep(insideMs);
  const inside: Fact[] = [];
  for (const [index, { card, value: a, details }] of retries.entries()) {
    const b = plain.nextValue();
    const first = firsts[index] as ReadWrite;
    if (isForgotten.includes(true)) {
      inside.push(missing("keys are forgotten without a wait as well", [first.exchange.id]));
      continue;
    }
    const second = await plain.writeAndRead(b, b, { purpose });
    const late = await card.writeAndRead(a, b, details);
    const isDone = [first, second].every(({ exchange }) => succeeded(exchange));
    inside.push(
      isDone && first.amount === a && second.amount === b
        ? factIn(card.row, judgeInside(late.exchange, late.amount, a, b, first.exchange))
        : notCarriedOut([first, second]),
    );
  }
  await run.probe.session.sleep(wholeMs - insideMs);
  const [retry, first] = [retries[0], firsts[0]];
  if (retry === undefined || first === undefined || inside[0]?.kind === "missing") {
    return { inside, after: notCarriedOut(firsts) };
  }
  const later = await plain.writeAndRead(retry.value, retry.value, retry.details);
  return { inside, after: judgeAfter(later.exchange, later.amount, retry.value, first.exchange) };
}

function notCarriedOut(writes: readonly ReadWrite[]): Fact {
  const outcomes = writes.map(({ exchange }) => outcomeOf(exchange)).join(", ");
  return missing(`the writes as specified were not carried out (${outcomes})`);
}

function judgeInside(retry: Exchange, amount: Amount | null, a: number, b: number, first: Exchange): Fact {
  if (amount === b) return held(`a retry after ${hoursInside} hours was not applied again`, retry.id);
  if (amount !== a) return missing("the card could not be read", [retry.id]);
  return {
    kind: "violated",
    message: `A retry with the same Idempotency-Key was applied again after ${hoursInside} hours, over a later write.`,
    expected: [`limits.${writtenLimit} ${b}, as the later write left it`],
    received: `limits.${writtenLimit} ${a}, from the retried write`,
    pointer: `/limits/${writtenLimit}`,
    exchanges: [retry.id, first.id],
  };
}

function judgeAfter(retry: Exchange, amount: Amount | null, a: number, first: Exchange): Fact {
  const exchanges = [retry.id, first.id];
  if (amount === a) return answer("applied", "the old key is applied as a new write", exchanges);
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
    run: async (run) => (await keyWindow(run, operation)).inside,
  }),
);
