/** A copy of a write that is still being carried out when a later write has been answered. */
import { randomUUID } from "node:crypto";
import { outcomeOf, succeeded } from "../../../wire/exchange.ts";
import { held, missing } from "../../kit/check.ts";
import { Inconclusive, ifConclusive } from "../../kit/inconclusive.ts";
import type { Fact } from "../../kit/verdict.ts";
import { type CardUnderTest, dailyOf } from "./card-under-test.ts";
import { afterwardsMs } from "./patience.ts";

/**
 * Sends write A twice at the same time under one key and, as soon as the first one is answered, write B: whatever
 * becomes of the copy, A has been carried out, so that B is what is read in the end.
 *
 * @param other - The same card, as B is written to it: by another operation, B may overtake the copy more easily.
 * @returns null where requests are sent one after the other.
 * @throws Inconclusive if there is no token.
 */
export async function judgeOvertaken(
  card: CardUnderTest,
  other: CardUnderTest,
  purpose: string,
): Promise<Fact | null> {
  const [a, b] = [card.nextValue(), other.nextValue()];
  const idempotencyKey = randomUUID();
  const send = () => ifConclusive(card.write(a, { purpose, idempotencyKey }));
  const [first, copy] = [send(), send()];
  const answered = await first;
  const [second, copied] = await Promise.all([ifConclusive(other.write(b, { purpose })), copy]);
  if (answered === null || second === null || copied === null) throw new Inconclusive("there was no token");
  if (copied.startedAt > answered.endedAt) return null;
  await card.sleep(afterwardsMs);
  const read = await card.readUntil((limits) => limits?.daily === b);
  const exchanges = [answered, copied, second].map(({ id }) => id);
  // After 202, a write may be carried out later than another one.
  const isDone = [answered, second].every((one) => succeeded(one) && one.response?.status !== 202);
  if (!isDone || read?.isSettled !== true) {
    return missing(`a write beside its copy was answered ${outcomeOf(answered)}`, exchanges);
  }
  const daily = dailyOf(read, card.id);
  if (daily === b) return held("a copy that was under way was not applied over a later write", second.id);
  if (daily !== a) return missing("somebody else has changed the card", exchanges);
  return {
    kind: "violated",
    message:
      "A copy of a write, sent beside it under the same Idempotency-Key, was applied over a later write.",
    expected: [`limits.daily ${b}, as the later write left it`],
    received: `limits.daily ${a}, from the copy`,
    pointer: "/limits/daily",
    exchanges: [...exchanges, ...read.exchanges],
  };
}
