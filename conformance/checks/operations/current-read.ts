/** A read shows what a write has changed as soon as that is answered, where the words of the description promise it. */
import { isDeepStrictEqual } from "node:util";
import { jsonText } from "../../base/json-text.ts";
import { shortened } from "../../base/text.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { followedCheck } from "./followed-check.ts";
import { followedWrites } from "./followed-writes.ts";
import { type Described, nameOf } from "./operation.ts";

/** How often it has to be late in all of a run: somebody else may write as well. */
const tellingTimes = 3;

/** The check of a list, or of a read of one of its items, in which writes change something; none where nothing is promised. */
export function currentReadCheck(one: Described): Check[] {
  if (one.row.showsWrites !== true) return [];
  return followedCheck(one, {
    family: "current",
    title: "it shows what a write has changed as soon as that is answered",
    judge: judgeCurrent,
  });
}

/**
 * Judges what was read after each write: a read that shows once more what was there before, and what was made a moment
 * later, without another write in between, was late.
 */
export function judgeCurrent(one: Described, log: readonly Exchange[]): Fact {
  const followed = followedWrites(one, log);
  const late = followed.flatMap(({ write, before, after: [next, ...more], isMade }) => {
    const shown = isDeepStrictEqual(next.value, before.value) ? more.find(isMade) : undefined;
    return shown === undefined ? [] : [{ write, was: before.value, is: shown.value }];
  });
  const [first] = late;
  if (first !== undefined && late.length >= tellingTimes)
    return {
      kind: "violated",
      isLasting: true,
      message: `${nameOf(one.row)} shows what was there before a write after that was answered, and what it has changed only later (${late.length} times).`,
      expected: [shortened(jsonText(first.is), 200)],
      received: shortened(jsonText(first.was ?? null), 200),
      exchanges: late.map(({ write }) => write.id),
    };
  const seen = followed.find(({ after: [next], isMade }) => isMade(next));
  return seen === undefined
    ? missing("no read was seen to show what a write has changed")
    : held("what a write has changed was shown by the next read", seen.write.id);
}
