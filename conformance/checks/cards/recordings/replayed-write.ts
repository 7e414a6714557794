/** What a recorded write needs of the card that this run writes to. */
import type { OperationId } from "../../../../generated/operations.ts";
import { jsonText } from "../../../base/json-text.ts";
import { type Exchange, outcomeOf } from "../../../wire/exchange.ts";
import { held, missing, type Run } from "../../kit/check.ts";
import type { Fact } from "../../kit/verdict.ts";
import type { ReplayedWrite } from "../../recordings/replay.ts";
import { writableCard } from "../kit/acceptance.ts";
import { someLooks, staysByItself } from "../kit/card-compare.ts";
import { type CardUnderTest, writtenAmount } from "../kit/card-under-test.ts";
import { documentedLimits, limitsOf, writtenLimit } from "../limits.ts";
import { isWriteOperation, pathTo } from "../write-form.ts";

/**
 * The card under test, for a recorded write. A PUT keeps the limits of the card, but for the written one.
 *
 * @returns null for an operation that does not change limits.
 * @throws Inconclusive if no card accepts the write.
 */
export async function replayedWrite(run: Run, operation: OperationId): Promise<ReplayedWrite | null> {
  if (!isWriteOperation(operation)) return null;
  const card = await writableCard(run, operation);
  const { [writtenLimit]: _, ...others } = limitsOf(card.original) ?? {};
  return {
    path: pathTo(operation, card.id),
    way: card.form.way,
    kept: operation === "replaceCardLimits" ? others : null,
    judgeEffect: (exchange) => judgeEffect(card, exchange),
  };
}

/** Judges whether the value of an accepted write is what is read afterwards. */
async function judgeEffect(card: CardUnderTest, exchange: Exchange): Promise<Fact> {
  const { [writtenLimit]: amount } = JSON.parse(exchange.request.body ?? "{}") as Record<string, unknown>;
  const snapshot = await card.readUntil((limits) => limits?.[writtenLimit] === amount);
  const read = writtenAmount(snapshot, card.id);
  if (read === amount) return held(`answered ${outcomeOf(exchange)}, and read back`, exchange.id);
  if (read === null || exchange.response?.status === 202 || snapshot?.isSettled !== true) {
    return missing("the recorded write was accepted, but could not be seen at once", [exchange.id]);
  }
  if (!(await staysByItself(card, { looks: someLooks, besideMs: 0 }, documentedLimits))) {
    return missing("the recorded write was not read back, which may be somebody else's doing", [exchange.id]);
  }
  return {
    kind: "violated",
    message: "A recorded write was accepted, but is not what is read afterwards.",
    expected: [`limits.${writtenLimit} ${String(amount)}`],
    received: `limits.${writtenLimit} ${jsonText(read)}`,
    pointer: `/limits/${writtenLimit}`,
    exchanges: [exchange.id],
  };
}
