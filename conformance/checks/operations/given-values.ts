/** What becomes of single values of bodies: all that is judged of them by what was given. */
import type { Fact } from "../kit/verdict.ts";
import { cutOnce, judgeCutLists } from "./cut-lists.ts";
import type { Given } from "./given.ts";
import type { Row } from "./operation.ts";
import { judgeTaken, takenOnce } from "./taken-for-absent.ts";

/** Judges what was seen of one operation that makes or replaces something. */
export function judgeGiven(row: Row, given: readonly Given[]): Fact[] {
  return [...judgeTaken(row, given), ...judgeCutLists(row, given)];
}

/** The bodies with a value of which something was seen once: sent again, they tell whether it is so each time. */
export function onceIn(given: readonly Given[]): readonly unknown[] {
  return [...takenOnce(given), ...cutOnce(given)];
}
