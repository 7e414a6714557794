/** What becomes of single values of bodies: what was seen of one once, and is sent again, and what was seen each time. */
import type { Fact } from "../kit/verdict.ts";
import { cutFact, cutLists } from "./cut-lists.ts";
import { type Given, tellingTimes } from "./given.ts";
import type { Row } from "./operation.ts";
import { takenFact, takenForAbsent } from "./taken-for-absent.ts";

const kinds = [
  { found: takenForAbsent, fact: takenFact },
  { found: cutLists, fact: cutFact },
] as const;

/** Judges what was seen of one operation that makes or replaces something: one fact of each kind at most. */
export function judgeGiven(row: Row, given: readonly Given[]): Fact[] {
  return kinds.flatMap(({ found, fact }) => {
    const lost = found(given).find((one) => one.lost.length >= tellingTimes);
    return lost === undefined ? [] : [fact(row, lost)];
  });
}

/** The bodies with a value of which something was seen once: sent again, they tell whether it is so each time. */
export function onceIn(given: readonly Given[]): readonly unknown[] {
  const all = kinds.flatMap(({ found }) => found(given));
  return all.flatMap(({ lost: [first, other] }) =>
    first === undefined || other !== undefined ? [] : [first.asked],
  );
}
