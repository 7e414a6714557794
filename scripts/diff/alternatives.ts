/** What a schema that is one of several others allows, for a comparison: each of the others is an alternative. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../conformance/base/shape.ts";
import { saysNothing, withoutNull } from "./normal-form.ts";

/** What a value may be instead: a schema without what says nothing about values. */
export type Alternative = Readonly<Record<string, unknown>>;

/** Two lists of alternatives, of which the one holds all of the other. */
export interface OtherAlternatives {
  readonly before: readonly Alternative[];
  readonly after: readonly Alternative[];
  /** Whether there are more of them now; undefined where they are the same. */
  readonly isWider?: boolean;
}

/**
 * How the alternatives of a schema have changed, where that is all that has: some were added, or some removed. A schema
 * that names none is the one alternative that it has.
 *
 * @param before - The older schema in its normal form.
 * @param after - The newer one, in the same form.
 * @returns undefined where none of both names alternatives, or more has changed.
 */
export function otherAlternatives(before: object, after: object): OtherAlternatives | undefined {
  const [old, now] = [before as Alternative, after as Alternative];
  const keywords = new Set([keywordOf(old), keywordOf(now)]);
  keywords.delete(undefined);
  // A value that fits two of them is another matter to anyOf than to oneOf.
  const [keyword, ...others] = keywords;
  if (keyword === undefined || others.length > 0) return undefined;
  const [one, other] = [alternativesOf(old), alternativesOf(now)];
  const isKept = one.every((alternative) => includes(other, alternative));
  const isKnown = other.every((alternative) => includes(one, alternative));
  // What is inside the same ones is compared one by one.
  if (isKept && isKnown) return keywordOf(old) === keywordOf(now) ? undefined : { before: one, after: other };
  if (isKnown) return { before: one, after: other, isWider: false };
  const added = other.filter((alternative) => !includes(one, alternative));
  const isApart = keyword === "anyOf" || added.every((alternative) => one.every(excludes(alternative)));
  return isKept && isApart ? { before: one, after: other, isWider: true } : undefined;
}

/** The keyword under which alternatives stand, where nothing beside it speaks of values. */
function keywordOf(schema: Alternative): "anyOf" | "oneOf" | undefined {
  const speaking = Object.keys(schema).filter((keyword) => !saysNothing(keyword));
  const [keyword] = speaking;
  if (speaking.length !== 1 || (keyword !== "anyOf" && keyword !== "oneOf")) return undefined;
  return Array.isArray(schema[keyword]) ? keyword : undefined;
}

function alternativesOf(schema: Alternative): readonly Alternative[] {
  const keyword = keywordOf(schema);
  const all = keyword === undefined ? [schema] : (schema[keyword] as readonly unknown[]).filter(isObject);
  return all.flatMap((one) => {
    const entries = Object.entries(one).filter(([name]) => !saysNothing(name));
    return withoutNull(Object.fromEntries(entries));
  });
}

function includes(all: readonly Alternative[], one: Alternative): boolean {
  return all.some((other) => isDeepStrictEqual(one, other));
}

/** Whether no value fits both: `oneOf` refuses one that does, and so would refuse what was good before. */
const excludes = (one: Alternative) => (other: Alternative) => {
  const [types, others] = [typesOf(one), typesOf(other)];
  if (types.length > 0 && others.length > 0 && !types.some((type) => others.includes(type))) return true;
  return [one.required ?? []].flat().some((name) => {
    const [values, theirs] = [listedAt(one, String(name)), listedAt(other, String(name))];
    const isNeeded = [other.required ?? []].flat().includes(name);
    return isNeeded && values !== undefined && theirs?.every((value) => !values.includes(value)) === true;
  });
};

function typesOf({ type }: Alternative): readonly unknown[] {
  return [type ?? []].flat().map((one) => (one === "integer" ? "number" : one));
}

function listedAt({ properties }: Alternative, name: string): readonly unknown[] | undefined {
  const property = isObject(properties) ? properties[name] : undefined;
  return isObject(property) && Array.isArray(property.enum) ? property.enum : undefined;
}
