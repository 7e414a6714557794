/** Checks of every operation but that of the token, made from what the description says of it. */

import { operations } from "../../../generated/operations.ts";
import { samples } from "../../../generated/samples.ts";
import { ownOperations } from "../cards/index.ts";
import { type Check, prepare, type Run } from "../kit/check.ts";
import type { Inconclusive } from "../kit/inconclusive.ts";
import { withoutDispatchers } from "../kit/judged.ts";
import { mainList } from "../kit/paged.ts";
import { plainOperation } from "../kit/plain-read.ts";
import { acceptanceOf } from "./acceptance.ts";
import { acceptedCheck, statusCheck } from "./accepted.ts";
import { aggregateChecks } from "./aggregates.ts";
import { changedItemCheck } from "./changed-item.ts";
import { conditionalRemovalCheck } from "./conditional-removal.ts";
import { conditionalWriteCheck } from "./conditional-write.ts";
import { createdByPutCheck } from "./created-by-put.ts";
import { createdCheck } from "./created-item.ts";
import { listedCheck } from "./created-listed.ts";
import { currentReadCheck } from "./current-read.ts";
import { defaultsCheck } from "./defaults.ts";
import { effectCheck } from "./effect.ts";
import { expiredCheck } from "./expired.ts";
import { filterChecks } from "./filtered.ts";
import { filtersTogetherCheck } from "./filters-together.ts";
import { keptAnswerCheck } from "./kept-answer.ts";
import { keptMembersCheck } from "./kept-members.ts";
import { lastChangedCheck } from "./last-changed.ts";
import { mediaTypeCheck } from "./media-type.ts";
import { notModifiedCheck } from "./not-modified.ts";
import { numberedPagesCheck } from "./numbered-pages.ts";
import { onceCheck } from "./once-at-once.ts";
import { type Described, type Description, describedOperations, isWrite } from "./operation.ts";
import { otherParentCheck } from "./other-parent.ts";
import { pastMomentsCheck } from "./past-moments.ts";
import { rangeChecks } from "./ranges.ts";
import { demandChecks, refusalChecks } from "./refusals.ts";
import { refusedStateCheck } from "./refused-states.ts";
import { removeCreated } from "./remove-created.ts";
import { removedCheck } from "./removed-item.ts";
import { responseHeadersCheck } from "./response-headers.ts";
import { retryChecks } from "./retries.ts";
import { sameItemCheck } from "./same-item.ts";
import { sameTagCheck } from "./same-tag.ts";
import { sortedListCheck } from "./sorted-list.ts";
import { statesKeptCheck } from "./states-kept.ts";
import { textLengthCheck } from "./text-length.ts";
import { textSearchChecks } from "./text-search.ts";
import { freshCheck } from "./timestamp-fresh.ts";
import { totalCheck } from "./total.ts";
import { isUnsaid } from "./unsaid-effect.ts";
import { usualOrderCheck } from "./usual-order.ts";
import { withOperation } from "./with-operation.ts";
import { writeOnlyCheck } from "./write-only.ts";

const ownDescription: Description = { operations: withoutDispatchers(operations), samples };

/** Removes what a run has created, where the description has a DELETE for it; says what could not be removed. */
export const removeAllCreated = (run: Run): Promise<void> => removeCreated(run, ownDescription);

/** Operations that other checks judge: those written for one API, and those of the list that all are about. */
const judgedElsewhere: readonly string[] = [...ownOperations, ...(mainList === null ? [] : [mainList.id])];

/**
 * The checks of every operation of a description. Of those that other checks judge, only what these leave out.
 *
 * @param plain - The operation with which other checks send every defect of the token; null without one.
 */
export function checksOf(
  description: Description,
  elsewhere: readonly string[],
  plain: string | null,
): readonly Check[] {
  const ofEvery = Object.values(description.operations).flatMap((row) => [
    ...responseHeadersCheck({ row, description }, elsewhere.includes(row.id)),
    ...mediaTypeCheck({ row, description }),
    ...filterChecks({ row, description }),
    ...textSearchChecks({ row, description }),
    ...filtersTogetherCheck({ row, description }),
    ...rangeChecks({ row, description }),
    ...sortedListCheck({ row, description }),
    ...usualOrderCheck({ row, description }),
    ...numberedPagesCheck({ row, description }),
    ...totalCheck({ row, description }),
    ...currentReadCheck({ row, description }),
    ...keptAnswerCheck({ row, description }),
    ...lastChangedCheck({ row, description }),
    ...pastMomentsCheck({ row, description }),
    ...keptMembersCheck({ row, description }),
    // What a body demands, the checks of writes judge themselves.
    ...(elsewhere.includes(row.id) && !isWrite(row)
      ? [...demandChecks({ row, description }), ...aggregateChecks({ row, description })]
      : []),
    ...(elsewhere.includes(row.id) && isWrite(row) ? ofWritesElsewhere({ row, description }) : []),
  ]);
  const ofOthers = describedOperations(description, elsewhere).flatMap((one) => [
    // First, while nothing bears the mark of a request that says nothing of its effect.
    ...(isUnsaid(one.row) ? effectCheck(one) : []),
    // Then, while the server knows none of the bodies.
    ...retryChecks(one),
    ...acceptedCheck(one),
    ...sameTagCheck(one),
    ...createdCheck(one),
    ...createdByPutCheck(one),
    ...aggregateChecks(one),
    ...refusedStateCheck(one),
    ...statesKeptCheck(one),
    ...listedCheck(one),
    ...removedCheck(one),
    ...(isUnsaid(one.row) ? [] : effectCheck(one)),
    ...defaultsCheck(one),
    ...textLengthCheck(one),
    ...sameItemCheck(one),
    ...otherParentCheck(one),
    ...changedItemCheck(one),
    ...(one.row.id === plain || one.row.scopes === null ? [] : [...refusalChecks(one), ...expiredCheck(one)]),
    ...freshCheck(one),
    // Last, since it sends no other bodies than these do: what they ask for should not be so already.
    ...conditionalRemovalCheck(one),
    ...conditionalWriteCheck(one),
    ...onceCheck(one),
    ...notModifiedCheck(one),
    ...writeOnlyCheck(one),
    ...statusCheck(one),
  ]);
  return [...ofOthers, ...ofEvery];
}

/** What those that judge the writes of the specification know nothing of: ETags, states that refuse, and sums. */
function ofWritesElsewhere(one: Described): readonly Check[] {
  return [
    ...aggregateChecks(one),
    ...refusedStateCheck(one),
    ...statesKeptCheck(one),
    ...conditionalWriteCheck(one),
  ];
}

/**
 * Makes sure that responses with a schema are seen, where a GET gives one: for checks that look at every response.
 *
 * @returns Why there are none; null otherwise.
 */
export async function seeResponses(run: Run, schema: string): Promise<Inconclusive | null> {
  let problem: Inconclusive | null = null;
  for (const one of describedOperations(ownDescription, judgedElsewhere)) {
    if (isWrite(one.row) || !Object.values(one.row.responses).some((name) => name === schema)) continue;
    problem ??= await prepare(run, () => withOperation(run, one, (args) => acceptanceOf(run, one, args)));
  }
  return problem;
}

/** The checks of the description's operations. */
export const operationChecks: readonly Check[] = checksOf(
  ownDescription,
  judgedElsewhere,
  plainOperation?.id ?? null,
);
