/** In which order the bodies of a write are sent, so that what each one sets and leaves out can be told. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/shape.ts";
import { isEmpty, isMergePatch, partOf } from "./asked.ts";
import { fullAndLeast, isAllowed, mostDiffering } from "./full-and-least.ts";
import type { Row } from "./operation.ts";

/** The bodies to send, in their order. */
export interface Plan {
  /** Of these each is worth one of a few items: they set something, and then leave it out. */
  readonly turns: readonly unknown[];
  /** A value may be lost that others are not: each is sent at least once. */
  readonly others: readonly unknown[];
}

/**
 * The bodies of a write by turns, and then each of them. What was refused is left out, as far as anything else is there:
 * a service may refuse what the description allows, for what it says.
 */
export function planOf(row: Row, bodies: readonly unknown[], refused: readonly unknown[]): Plan {
  const left = bodies.filter((body) => !isIn(refused)(body));
  const taken = left.length > 0 ? left : bodies;
  const turns = [...inTurns(row, taken, refused), ...fullAndLeast(row, taken, bodies, refused)];
  const all = thereAndBack(row, taken);
  // From one body of a PUT to the next, lists get smaller: that is to be seen whatever was sent by turns.
  return { turns, others: row.method === "PUT" ? all : all.filter((body) => !isIn(turns)(body)) };
}

const isIn = (all: readonly unknown[]) => (one: unknown) =>
  all.some((other) => isDeepStrictEqual(one, other));

/** Bodies of a PUT, second the one that was made last: from there to the next one, lists and maps get smaller. */
export function thereAndBack({ method }: Row, bodies: readonly unknown[]): readonly unknown[] {
  const [shown, ...others] = bodies;
  return method === "PUT" && others.length > 1
    ? [shown, ...others.slice(-1), ...others.slice(0, -1)]
    : bodies;
}

/**
 * Bodies of a merge patch by turns, one with several properties and then each property by itself, with another value:
 * what that leaves out stays as it is (RFC 7396, section 2); and then those that take something away. The second time the
 * last property comes first, so that each is left out with either of its values. Empty where the description shows no
 * bodies with several.
 */
export function inTurns(
  row: Row,
  bodies: readonly unknown[],
  refused: readonly unknown[] = [],
): readonly unknown[] {
  if (!isMergePatch(row) || row.changes?.member !== undefined) return [];
  // The more they name, the more there is to be left out.
  const whole = bodies
    .filter(isObject)
    .filter((body) => filled(body).length > 1)
    .sort((one, other) => filled(other).length - filled(one).length);
  const [first] = whole;
  if (first === undefined) return [];
  const [other = first] = mostDiffering(first, whole);
  const fits = (body: unknown) => isAllowed(row, body) && !isIn(refused)(body);
  const single = partsOf(row, other).filter(fits).slice(0, mostSingle);
  if (single.length === 0) return [];
  const taking = bodies.filter((body) => isObject(body) && Object.values(body).includes(null));
  // Others may write as well, so that each is sent twice.
  const turns = [single, single.toReversed()].flatMap((parts) => [first, ...parts, ...taking]);
  const inner = [...innerTurns(first, other, fits), ...innerTurns(other, first, fits)];
  // Where no schema says that null is allowed, it may mean anything.
  const taken = row.body === null ? [] : [...clearingTurns(first, fits), ...takingTurns(first, other, fits)];
  return [...turns, ...inner, ...taken];
}

/** A body, and then one that takes a single part away and says nothing of the others, by turns: others may write too, so twice. */
export function clearingTurns(set: object, fits: (body: unknown) => boolean): readonly unknown[] {
  return filled(set)
    .map(([name]) => ({ [name]: null }))
    .filter(fits)
    .slice(0, mostCleared)
    .flatMap((body) => [set, body, set, body]);
}

/**
 * A body, and then one that takes a part away and sets another one, by turns: whichever of them comes first in it. So it is
 * with parts of the body, and with those of each object in it. Empty where nothing may be taken away.
 */
export function takingTurns(
  set: object,
  other: object,
  fits: (body: unknown) => boolean,
): readonly unknown[] {
  const within = filled(set).map(([name, value]) =>
    isObject(value) ? takingOf(value, partOf(other, name)).map((part) => ({ [name]: part })) : [],
  );
  // What else it has is of no account, and then it is left out.
  const bodies = [takingOf(set, other), ...within].map((parts) =>
    parts.map((part) => withNeeded(set, part, fits)).filter(fits),
  );
  // What null leads to may be what one of them has set before, as a default.
  return bodies.flatMap((some) =>
    some.slice(0, mostTaking).flatMap((body, index) => [index === 0 ? set : other, body]),
  );
}

/** Objects that have null for one part and another value for the next one, each with its parts in either order. */
function takingOf(set: object, other: unknown): readonly object[] {
  const all = filled(set);
  if (all.length < 2) return [];
  return all.flatMap(([name], index) => {
    const [next, value] = all[(index + 1) % all.length] ?? [name, null];
    const given = partOf(other, next) ?? value;
    return [
      { [name]: null, [next]: given },
      { [next]: given, [name]: null },
    ];
  });
}

/** How many properties are sent by themselves. */
const mostSingle = 6;

/** How many are taken away by themselves. */
const mostCleared = 4;

/** How many of these are sent of the body, and of each object in it: one pair. */
const mostTaking = 2;

/** A part of a body, with what else of the body there has to be. */
function withNeeded(body: object, part: object, fits: (body: unknown) => boolean): object {
  const rest = Object.entries(body).filter(([name]) => !Object.hasOwn(part, name));
  const whole = { ...Object.fromEntries(rest), ...part };
  return rest.reduce<object>((some, [name]) => {
    const less = Object.fromEntries(Object.entries(some).filter(([one]) => one !== name));
    return fits(less) ? less : some;
  }, whole);
}

/**
 * A body, and then one with a single part of an object within another body, by turns, for some parts: all others stay
 * as they are in that object. Empty where there is no object with more than one.
 */
function innerTurns(set: object, other: object, fits: (body: unknown) => boolean): readonly unknown[] {
  const [name, within] = filled(other).find(([, value]) => isObject(value) && filled(value).length > 1) ?? [];
  if (name === undefined) return [];
  const single = filled(within).map(([inner, value]) =>
    // Some of the others may be needed.
    withNeeded(set, { [name]: { [inner]: value } }, fits),
  );
  return single
    .filter(fits)
    .slice(0, mostInner)
    .flatMap((body) => [set, body]);
}

/** How many parts of an object there are: of true and false, half of them are what the others may be set back to. */
const mostInner = 4;

/** A merge patch of several properties, one after the other; empty for any other body. */
export function partsOf(row: Row, body: unknown): readonly object[] {
  const parts = isMergePatch(row) && row.changes?.member === undefined && isObject(body) ? filled(body) : [];
  const single = parts.map(([name, value]) => ({ [name]: value }));
  return parts.length > 1 ? single.filter((part) => isAllowed(row, part)) : [];
}

/** A merge patch without the properties that were refused by themselves; any other body as it is. */
export function withoutParts(row: Row, body: unknown, refused: readonly unknown[]): unknown {
  if (!isMergePatch(row) || !isObject(body)) return body;
  const rest = Object.entries(body).filter(([name, value]) => !isIn(refused)({ [name]: value }));
  const less = Object.fromEntries(rest);
  return rest.length > 0 && isAllowed(row, less) ? less : body;
}

/** The parts of an object that say something. */
function filled(body: unknown): [string, unknown][] {
  return Object.entries(body ?? {}).filter(([, value]) => !isEmpty(value));
}
