/** A value that is asked for and taken for one that was left out, as 0 and false are where a service only looks whether they say something. Pure. */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { orderOf } from "../../base/order.ts";
import { withValueAt } from "../../base/pointer.ts";
import { shortened } from "../../base/text.ts";
import type { Fact } from "../kit/verdict.ts";
import { isMasked } from "./asked.ts";
import { type Given, type Lost, partsOf } from "./given.ts";
import { nameOf, type Row } from "./operation.ts";

/**
 * The parts of which one value is shown as where nothing is asked for, though others are shown as they were asked for, and
 * though it is not that value. Of true and false there is no other than the default that the description gives.
 */
export function takenForAbsent(
  given: readonly Given[],
  { bodyDefaults }: Pick<Row, "bodyDefaults">,
): readonly Lost[] {
  return notKept(given, bodyDefaults).flatMap(({ pointer, usual, lost, kept }) => {
    const [first, ...others] = lost.filter(({ asked }) => !mayBeBound(valueAt(asked, pointer), usual, kept));
    const isAlike = ({ asked }: Given) => isDeepStrictEqual(...both(pointer, asked, first?.asked));
    return first === undefined ? [] : [{ pointer, lost: [first, ...others.filter(isAlike)] }];
  });
}

/**
 * The bodies with a number that may have become a bound, each twice: as it is, and with a number between that and the bound.
 * Is that one kept, then it is no bound.
 */
export function boundsInDoubt(given: readonly Given[]): readonly unknown[] {
  return notKept(given).flatMap(({ pointer, usual, lost, kept }) => {
    const asked = lost.find((one) => mayBeBound(valueAt(one.asked, pointer), usual, kept))?.asked;
    const value = valueAt(asked, pointer);
    if (!Number.isInteger(value) || !Number.isInteger(usual)) return [];
    const between = Math.trunc((Number(value) + Number(usual)) / 2);
    return between === value || between === usual ? [] : [withValueAt(asked, pointer, between), asked];
  });
}

/** A part of which some values are shown as where nothing is asked for, and others as they were asked for. */
interface NotKept {
  readonly pointer: string;
  /** What is shown where nothing is asked for. */
  readonly usual: unknown;
  readonly lost: readonly Given[];
  /** The values that are shown as they were asked for. */
  readonly kept: readonly unknown[];
}

function notKept(given: readonly Given[], defaults: Row["bodyDefaults"] = {}): readonly NotKept[] {
  const pointers = [...new Set(given.flatMap(({ asked }) => partsOf(asked)))];
  return pointers.flatMap((pointer) => {
    const at = (value: unknown) => valueAt(value, pointer);
    const absent = given.filter(({ asked }) => at(asked) === undefined).map(({ shown }) => at(shown));
    const [usual] = absent;
    // Lists are judged apart.
    if (Array.isArray(usual)) return [];
    if (usual == null || isMasked(usual) || absent.some((one) => !isDeepStrictEqual(one, usual))) return [];
    const asking = given.filter(({ asked }) => at(asked) != null && !isDeepStrictEqual(at(asked), usual));
    const kept = asking
      .map(({ asked }) => at(asked))
      .filter((one, index) => isDeepStrictEqual(one, at(asking[index]?.shown)));
    const lost = asking.filter(
      ({ asked, shown }) =>
        isDeepStrictEqual(at(shown), usual) &&
        // One that is kept elsewhere was overruled by something else in the body.
        !kept.some((one) => isDeepStrictEqual(one, at(asked))),
    );
    // What else is in a body may decide it: of true and false, two bodies have to show it.
    const bodies = new Set(lost.map(({ asked }) => jsonText(asked)));
    const isSwitch = typeof usual === "boolean" && defaults[pointer] === usual && bodies.size > 1;
    return kept.length > 0 || isSwitch ? [{ pointer, usual, lost, kept }] : [];
  });
}

const both = (pointer: string, one: unknown, other: unknown) =>
  [valueAt(one, pointer), valueAt(other, pointer)] as const;

/**
 * True where a number, a date or a moment may have become the most or the least that a service keeps: nothing beyond that is
 * known to be kept.
 */
function mayBeBound(asked: unknown, usual: unknown, kept: readonly unknown[]): boolean {
  const [wanted, bound] = [sizeOf(asked), sizeOf(usual)];
  if (wanted === null || bound === null) return false;
  return !kept.map(sizeOf).some((one) => one !== null && (wanted > bound ? one > bound : one < bound));
}

/** By what a value is compared, an amount also as a text; null for what has no order. */
function sizeOf(value: unknown): number | null {
  return typeof value === "string" && /^-?[0-9]+(\.[0-9]+)?$/.test(value) ? Number(value) : orderOf(value);
}

/** Tells of such a value. */
export function takenFact(row: Row, { pointer, lost }: Lost): Fact {
  const [first] = lost;
  const [asked, shown] = [first?.asked, first?.shown].map((value) => text(valueAt(value, pointer)));
  const name = pointer.slice(1);
  return {
    kind: "violated",
    message: `${nameOf(row)} takes ${name} ${asked} for none.`,
    expected: [`${name} ${asked}`],
    received: `${name} ${shown}, as where it is left out`,
    pointer,
    exchanges: lost.map(({ exchange }) => exchange),
  };
}

const text = (value: unknown) => shortened(jsonText(value), 100);
