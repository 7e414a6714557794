/** What a recorded write needs of the card that this run writes to. */
import type { OperationId } from "../../../../generated/operations.ts";
import { jsonText } from "../../../base/json-text.ts";
import { type Exchange, outcomeOf } from "../../../wire/exchange.ts";
import { held, missing, type Run } from "../../kit/check.ts";
import type { Fact } from "../../kit/verdict.ts";
import type { ReplayedWrite } from "../../recordings/replay.ts";
import { writableCard } from "../kit/acceptance.ts";
import { someLooks, staysByItself } from "../kit/card-compare.ts";
import { type CardUnderTest, dailyOf } from "../kit/card-under-test.ts";
import { documentedLimits, limitsOf } from "../limits.ts";
import { isWriteOperation, pathTo } from "../write-form.ts";

/**
 * The card under test, for a recorded write. A PUT keeps the limits of the card, but for the daily one.
 *
 * @returns null for an operation that does not change limits.
 * @throws Inconclusive if no card accepts the write.
 */
export async function replayedWrite(run: Run, operation: OperationId): Promise<ReplayedWrite | null> {
  if (!isWriteOperation(operation)) return null;
  const card = await writableCard(run, operation);
  const { daily: _, ...others } = limitsOf(card.original) ?? {};
  return {
    path: pathTo(operation, card.id),
    way: card.form.way,
    kept: operation === "replaceCardLimits" ? others : null,
    judgeEffect: (exchange) => judgeEffect(card, exchange),
  };
}

/** Judges whether the value of an accepted write is what is read afterwards. */
async function judgeEffect(card: CardUnderTest, exchange: Exchange): Promise<Fact> {
  const { daily } = JSON.parse(exchange.request.body ?? "{}") as { daily?: unknown };
  const snapshot = await card.readUntil((limits) => limits?.daily === daily);
  const read = dailyOf(snapshot, card.id);
  if (read === daily) return held(`answered ${outcomeOf(exchange)}, and read back`, exchange.id);
  if (read === null || exchange.response?.status === 202 || snapshot?.isSettled !== true) {
    return missing("the recorded write was accepted, but could not be seen at once", [exchange.id]);
  }
  if (!(await staysByItself(card, { looks: someLooks, besideMs: 0 }, documentedLimits))) {
    return missing("the recorded write was not read back, which may be somebody else's doing", [exchange.id]);
  }
  return {
    kind: "violated",
    message: "A recorded write was accepted, but is not what is read afterwards.",
    expected: [`limits.daily ${String(daily)}`],
    received: `limits.daily ${jsonText(read)}`,
    pointer: "/limits/daily",
    exchanges: [exchange.id],
  };
}
