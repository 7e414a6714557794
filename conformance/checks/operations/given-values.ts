/** What becomes of single values of bodies: what was seen of one once, and is sent again, and what was seen each time. */
import type { Fact } from "../kit/verdict.ts";
import { changedNumberFact, changedNumbers } from "./changed-numbers.ts";
import { cutFact, cutLists } from "./cut-lists.ts";
import { cutTextFact, cutTexts } from "./cut-texts.ts";
import { escapedTextFact, escapedTexts } from "./escaped-texts.ts";
import { type Given, type Lost, tellingTimes } from "./given.ts";
import type { Row } from "./operation.ts";
import { shiftedDays, shiftedFact } from "./shifted-days.ts";
import { boundsInDoubt, takenFact, takenForAbsent } from "./taken-for-absent.ts";

const ofAll = [
  { found: cutLists, fact: cutFact },
  { found: cutTexts, fact: cutTextFact },
  { found: escapedTexts, fact: escapedTextFact },
  { found: changedNumbers, fact: changedNumberFact },
  { found: shiftedDays, fact: shiftedFact },
] as const;
const ofWhole = [{ found: takenForAbsent, fact: takenFact }, ...ofAll] as const;

/** What is looked at: what a body leaves out says something only of what it makes or replaces. */
const kindsOf = (isWhole: boolean) => (isWhole ? ofWhole : ofAll);

/**
 * Judges what was seen of one operation: one fact of each kind at most.
 *
 * @param isWhole - False where a body changes a part of what is there, and leaves the rest as it is.
 */
export function judgeGiven(row: Row, given: readonly Given[], isWhole = true): Fact[] {
  return kindsOf(isWhole).flatMap(({ found, fact }) => {
    const lost = found(given, row)
      .filter(isAskedFor(row))
      .find((one) => one.lost.length >= tellingTimes);
    return lost === undefined ? [] : [fact(row, lost)];
  });
}

/**
 * The bodies with a value of which something was seen once: sent again, they tell whether it is so each time. Where a value
 * may have become a bound, they tell whether that is one.
 */
export function onceIn(row: Row, given: readonly Given[], isWhole = true): readonly unknown[] {
  const all = kindsOf(isWhole).flatMap(({ found }) => found(given, row).filter(isAskedFor(row)));
  const once = all.flatMap(({ lost: [first, other] }) =>
    first === undefined || other !== undefined ? [] : [first.asked],
  );
  // One body may have several such values.
  return [...new Set([...once, ...(isWhole ? boundsInDoubt(given) : [])])];
}

/** True for what the caller decides: what is read-only, the service alone does. */
const isAskedFor =
  ({ readOnlyFields = [] }: Row) =>
  ({ pointer }: Lost): boolean =>
    !readOnlyFields.includes(pointer.split("/")[1] ?? "");
