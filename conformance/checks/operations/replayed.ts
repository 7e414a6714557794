/** Whether a repetition is answered as the first request was, where the description says so. Pure. */
import { isDeepStrictEqual } from "node:util";
import { type Exchange, isForLater, outcomeOf, quoted } from "../../wire/exchange.ts";
import type { Fact } from "../kit/verdict.ts";
import { nameOf, type Row } from "./operation.ts";

/**
 * Judges the answer to a repetition; nothing where the description leaves it open, or there is none to judge.
 *
 * @param between - What was sent between the two.
 */
export function judgeReplayed(
  row: Row,
  first: Exchange,
  again: Exchange,
  between: readonly Exchange[],
): readonly Fact[] {
  const [before, now] = [first.response, again.response];
  if (row.replays !== true || before === null || now === null || isForLater(again) || now.status >= 500)
    return [];
  const isSame = before.status === now.status && isDeepStrictEqual(before.json, now.json);
  if (isSame) return [];
  return [
    {
      kind: "violated",
      message: `${nameOf(row)} answers a repetition in another way than the first request with its idempotency key.`,
      expected: [quoted(first)],
      received: before.status === now.status ? quoted(again) : outcomeOf(again),
      exchanges: [again, ...between, first].map(({ id }) => id),
    },
  ];
}
