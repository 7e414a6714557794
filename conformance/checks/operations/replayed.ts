/** Whether a repetition is answered as the first request was, where the description says so. Pure. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/shape.ts";
import { type Exchange, isPlainRefusal, outcomeOf, quoted, succeeded } from "../../wire/exchange.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Described, nameOf, samplesOf } from "./operation.ts";

/**
 * Judges the answer to a repetition; nothing where the description leaves it open, or there is none to judge.
 *
 * @param between - What was sent between the two.
 */
export function judgeReplayed(
  one: Described,
  first: Exchange,
  again: Exchange,
  between: readonly Exchange[],
): readonly Fact[] {
  const { row } = one;
  const [before, now] = [first.response, again.response];
  // One that is asked to come later gets its answer then.
  const isAnswer = succeeded(again) || isPlainRefusal(again) || isRefusedAgain(first, again);
  if (row.succeedsAgain === true && isRefusedAgain(first, again)) {
    return [
      {
        kind: "violated",
        message: `${nameOf(row)} refuses a repetition of what it has carried out under the same idempotency key.`,
        expected: ["a success"],
        received: outcomeOf(again),
        exchanges: [again, ...between, first].map(({ id }) => id),
      },
    ];
  }
  if (row.replays !== true || before === null || now === null || !isAnswer) return [];
  const shown = (body: unknown) => ofDescribed(one, before.status, body);
  if (before.status === now.status && isDeepStrictEqual(shown(before.json), shown(now.json))) return [];
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

/** True where one was carried out and the other, sent once after that, is refused: a conflict is not about the first one then. */
function isRefusedAgain(first: Exchange, again: Exchange): boolean {
  const isCarriedOut = succeeded(first) && first.response?.status !== 202;
  const isAfter = again.startedAt >= first.endedAt && again.sentBefore === 0;
  return isCarriedOut && isAfter && (isPlainRefusal(again) || again.response?.status === 409);
}

/** What the description shows of a body: what a server adds may be another value each time, such as an id of the request. */
function ofDescribed({ row, description }: Described, status: number, body: unknown): unknown {
  const { responses = {} } = samplesOf({ row, description });
  const sample = responses[String(status)] ?? responses["2XX"] ?? null;
  if (!isObject(body) || !isObject(sample)) return null;
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(sample, name)));
}
