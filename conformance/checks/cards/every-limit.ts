/** A PUT sets every limit that its body names, and not the one alone that all writes of this run name. */
import { jsonText } from "../../base/json-text.ts";
import { type Check, held, missing } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { withCard } from "./kit/acceptance.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { writeCheck } from "./kit/write-check.ts";
import { isRead, type WrittenWithOthers, writeWithOthers } from "./kit/write-with-others.ts";
import { limitsOf } from "./limits.ts";
import { writeOperations } from "./write-form.ts";

/** How many steps the other limits are away from what they were: what they are may be the most that they can be. */
const awayBy = [7, -7];

/** Judges writes that gave the other limits other amounts: each time the same one stayed as it was before them. */
export function judgeEvery(
  original: Readonly<Record<string, unknown>>,
  written: readonly WrittenWithOthers[],
): Fact {
  const [first] = written;
  if (first === undefined || written.length < awayBy.length)
    return missing("no PUT with other amounts of the other limits was accepted");
  const read = written.find(isRead);
  if (read !== undefined) return held("every limit was what a PUT had asked for", read.exchange.id);
  const isKept = (field: string) =>
    written.every(
      ({ isCarriedOut, now, others }) =>
        isCarriedOut &&
        jsonText(now?.[field]) === jsonText(original[field]) &&
        jsonText(others[field]) !== jsonText(original[field]),
    );
  const [kept] = Object.keys(first.others).filter(isKept);
  const ids = written.flatMap(({ exchange, seen }) => [exchange.id, ...(seen?.exchanges ?? [])]);
  if (kept === undefined) return missing("what a PUT made of the other limits was not to be told", ids);
  return {
    kind: "violated",
    message: `A PUT succeeds, and leaves ${kept} as it was.`,
    expected: [`limits.${kept} ${jsonText(first.others[kept])}`],
    received: `limits.${kept} ${jsonText(original[kept])}, as before, each of ${written.length} times`,
    pointer: `/limits/${kept}`,
    exchanges: ids,
    isLasting: true,
  };
}

async function judged(card: CardUnderTest): Promise<Fact> {
  const written: WrittenWithOthers[] = [];
  for (const steps of awayBy) {
    const one = await writeWithOthers(card, steps);
    if (one === null) break;
    written.push(one);
  }
  if (written.length > 0) await writeWithOthers(card, 0);
  return judgeEvery(limitsOf(card.original) ?? {}, written);
}

/** The check; none where the description has no PUT of limits. Last: others compare what this run has written. */
export const everyLimitChecks: readonly Check[] = writeOperations
  .filter((operation) => operation === "replaceCardLimits")
  .map((operation) =>
    writeCheck(operation, {
      id: "write.every-limit",
      stage: "last",
      title: "every limit becomes what the body asks for",
      requirements: ["put.request"],
      run: async (run) => [await withCard(run, operation, judged)],
    }),
  );
