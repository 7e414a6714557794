/** A value that is asked for and taken for one that was left out, as 0 and false are where a service only looks whether they say something. Pure. */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { shortened } from "../../base/text.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { isMasked } from "./asked.ts";
import { type Given, partsOf, tellingTimes } from "./given.ts";
import { nameOf, type Row } from "./operation.ts";

/** A part of bodies, and those in which its value was taken for one that was left out. */
interface Taken {
  readonly pointer: string;
  readonly lost: readonly Given[];
}

/**
 * The parts of which one value is shown as where nothing is asked for, though others are shown as they were asked for, and
 * though it is not that value.
 */
export function takenForAbsent(given: readonly Given[]): readonly Taken[] {
  const pointers = [...new Set(given.flatMap(({ asked }) => partsOf(asked)))];
  return pointers.flatMap((pointer) => {
    const at = (value: unknown) => valueAt(value, pointer);
    const absent = given.filter(({ asked }) => at(asked) === undefined).map(({ shown }) => at(shown));
    const [usual] = absent;
    // Lists are judged apart.
    if (Array.isArray(usual)) return [];
    if (usual == null || isMasked(usual) || absent.some((one) => !isDeepStrictEqual(one, usual))) return [];
    const asking = given.filter(({ asked }) => at(asked) != null && !isDeepStrictEqual(at(asked), usual));
    const isKept = asking.some(({ asked, shown }) => isDeepStrictEqual(at(asked), at(shown)));
    const lost = asking.filter(({ shown }) => isDeepStrictEqual(at(shown), usual));
    const [first] = lost;
    const alike = lost.filter(({ asked }) => isDeepStrictEqual(at(asked), at(first?.asked)));
    return isKept && first !== undefined ? [{ pointer, lost: alike }] : [];
  });
}

/** The bodies that were taken so once: sent again, they tell whether it is so each time. */
export function takenOnce(given: readonly Given[]): readonly unknown[] {
  return takenForAbsent(given).flatMap(({ lost: [first, other] }) =>
    first === undefined || other !== undefined ? [] : [first.asked],
  );
}

/** Judges what was seen of one operation that makes or replaces something. */
export function judgeTaken(row: Row, given: readonly Given[]): Fact[] {
  const found = takenForAbsent(given).find(({ lost }) => lost.length >= tellingTimes);
  const [first] = found?.lost ?? [];
  if (found === undefined || first === undefined) return [];
  const name = found.pointer.slice(1);
  const [asked, shown] = [first.asked, first.shown].map((value) => text(valueAt(value, found.pointer)));
  return violations({
    message: `${nameOf(row)} takes ${name} ${asked} for none.`,
    expected: [`${name} ${asked}`],
    received: `${name} ${shown}, as where it is left out`,
    pointer: found.pointer,
    exchanges: found.lost.map(({ exchange }) => exchange),
  });
}

const text = (value: unknown) => shortened(jsonText(value), 100);
