/** Open questions about idempotency keys: asked with writes to the one card, restored at the end. */
import { randomUUID } from "node:crypto";
import { api } from "../../../../generated/operations.ts";
import type { Alteration } from "../../../wire/alteration.ts";
import { isRefusal, outcomeOf, succeeded } from "../../../wire/exchange.ts";
import { answer, type Check, missing } from "../../kit/check.ts";
import type { Fact } from "../../kit/verdict.ts";
import { question } from "../../open-questions/question.ts";
import { keyWindow } from "../key-window.ts";
import { withCard } from "../kit/acceptance.ts";
import { writtenAmount } from "../kit/card-under-test.ts";
import { writtenLimit } from "../limits.ts";
import { retrySequence } from "../retries.ts";

const reuse = question("gap.idempotency.reuse", "write", (run) =>
  withCard(run, "updateCardLimits", async (card) => {
    const [a, b] = [card.nextValue(), card.nextValue()];
    const details = { purpose: "gap.idempotency.reuse", idempotencyKey: randomUUID() };
    const first = await card.write(a, details);
    const second = await card.write(b, details);
    const amount = writtenAmount(await card.read(), card.id);
    if (!succeeded(first)) return missing("no write as specified was accepted");
    const exchanges = [second.id, first.id];
    const status = outcomeOf(second);
    if (amount === b) return answer("applied", `answered ${status}, and the new body is applied`, exchanges);
    if (succeeded(second)) {
      return answer("replayed", `answered ${status}, and nothing is changed`, exchanges);
    }
    return isRefusal(second)
      ? answer(status, `refused with ${status}`, exchanges)
      : missing(status, exchanges);
  }),
);

const replayResponse = question("gap.idempotency.replay-response", "write", async (run) => {
  const { first, repeated } = await retrySequence(run, "updateCardLimits");
  const exchanges = [repeated.id, first.id];
  const [one, other] = [first.response, repeated.response];
  if (one?.status === other?.status && one?.text === other?.text) {
    return answer("same", "status and body of the first time", exchanges);
  }
  const status = outcomeOf(repeated);
  const kind = succeeded(repeated) ? `other (${status})` : status;
  return answer(kind, `the retry is answered ${status}`, exchanges);
});

/** What a client renews when it is refused, each as it must not be. */
const renewable: readonly Alteration[] = [
  { description: "with a token that was never issued", authorization: () => `Bearer ${randomUUID()}` },
  { description: "with a stale timestamp", timestamp: (now) => String(now - 2 * api.timestampWindowSeconds) },
];

const refusedKey = question("gap.idempotency.refused-key", "write", (run) =>
  withCard(run, "updateCardLimits", async (card) => {
    const facts: Fact[] = [];
    for (const alteration of renewable) {
      const value = card.nextValue();
      const details = { purpose: "gap.idempotency.refused-key", idempotencyKey: randomUUID() };
      const refused = await card.write(value, { ...details, alteration });
      const renewed = await card.write(value, details);
      const read = await card.readUntil((limits) => !succeeded(renewed) || limits?.[writtenLimit] === value);
      const exchanges = [renewed.id, refused.id];
      const words = `refused with ${outcomeOf(refused)} ${alteration.description}, then answered ${outcomeOf(renewed)}`;
      if (isRefusal(refused) && isRefusal(renewed)) facts.push(answer("refused", words, exchanges));
      else if (isRefusal(refused) && succeeded(renewed) && writtenAmount(read, card.id) === value)
        facts.push(answer("carried-out", words, exchanges));
      else facts.push(missing(words, exchanges));
    }
    return facts;
  }),
);

/** Comes last: while it waits, nothing else may write. */
const afterWindow = question(
  "gap.idempotency.after-window",
  "write",
  async (run) => (await keyWindow(run, "updateCardLimits")).after,
  "last",
);

/** Open questions about idempotency keys. */
export const idempotencyQuestions: readonly Check[] = [reuse, replayResponse, refusedKey, afterWindow];
