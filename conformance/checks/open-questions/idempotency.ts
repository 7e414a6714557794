/** Open questions about idempotency keys: asked with writes to the one card, put back at the end. */
import { randomUUID } from "node:crypto";
import { outcomeOf, succeeded } from "../../wire/exchange.ts";
import { keyWindow } from "../key-window.ts";
import { dailyOf } from "../kit/card-under-test.ts";
import { answer, type Check, missing } from "../kit/check.ts";
import { retrySequence } from "../retries.ts";
import { readyCard } from "../writes-refused.ts";
import { question } from "./question.ts";

const reuse = question("gap.idempotency.reuse", "write", (run) =>
  run.withCardLock(async () => {
    const card = await readyCard(run, "patch");
    const idempotencyKey = randomUUID();
    const [a, b] = [card.nextValue(), card.nextValue()];
    const details = { purpose: "gap.idempotency.reuse", idempotencyKey };
    const first = await card.write(a, details);
    const second = await card.write(b, details);
    const daily = dailyOf(await card.read(), card.id);
    if (first === null || second === null || !succeeded(first))
      return [missing("no write as specified was accepted")];
    const exchanges = [second.id, first.id];
    const status = second.response?.status ?? 0;
    if (daily === b) return [answer("applied", `answered ${status}, and the new body is applied`, exchanges)];
    if (succeeded(second))
      return [answer("replayed", `answered ${status}, and nothing is changed`, exchanges)];
    if (status < 400 || status > 499 || status === 429) return [missing(outcomeOf(second), exchanges)];
    return [answer(String(status), `refused with ${status}`, exchanges)];
  }),
);

const replayResponse = question("gap.idempotency.replay-response", "write", async (run) => {
  const sequence = await retrySequence(run, "patch");
  const { first, retry } = sequence;
  const exchanges = [retry.id, first.id];
  const same =
    retry.response?.status === first.response?.status && retry.response?.text === first.response?.text;
  if (same) return [answer("same", "status and body of the first time", exchanges)];
  const status = outcomeOf(retry);
  return [
    answer(succeeded(retry) ? `other (${status})` : status, `the retry is answered ${status}`, exchanges),
  ];
});

/** Comes last: while it waits, nothing else may write. */
const afterWindow = question(
  "gap.idempotency.after-window",
  "write",
  async (run) => [(await keyWindow(run, "patch")).after],
  "last",
);

/** Open questions about idempotency keys. */
export const idempotencyQuestions: readonly Check[] = [reuse, replayResponse, afterWindow];
