/** What several schemas say together, as one schema. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../conformance/base/shape.ts";

/** A schema without references. */
export type Schema = Readonly<Record<string, unknown>>;

/** Keywords that say nothing about which values fit. */
const annotations = ["title", "description", "default", "example", "examples", "deprecated"].concat([
  "readOnly",
  "writeOnly",
  "externalDocs",
  "xml",
  "$comment",
]);

/** Whether a keyword says nothing about which values fit: of several schemas, the first one that has it counts. */
export function isAnnotation(keyword: string): boolean {
  return annotations.includes(keyword);
}

/** Keywords that go by what stands beside them: from another schema, that would change what they mean. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  additionalProperties: ["properties", "patternProperties"],
  items: ["prefixItems"],
  contains: ["minContains", "maxContains"],
  if: ["then", "else"],
};

/** Keywords that go by all that is said of a value, also in the parts of an `allOf`. */
const observers = ["unevaluatedProperties", "unevaluatedItems"];

type Combination = (one: unknown, other: unknown) => unknown;

/** How two values of a keyword become one that says both; undefined where none does. */
const combinations: Readonly<Record<string, Combination>> = {
  type: commonTypes,
  required: (one, other) => [...new Set([one, other].flat())].sort(),
  properties: allProperties,
  ...keyed(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"], bound(Math.max)),
  ...keyed(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"], bound(Math.min)),
};

/**
 * A schema with the parts of its `allOf` in itself. A part that contradicts the others, or would mean something else
 * among them, stays where it is.
 */
export function together({ allOf, ...own }: Schema): Schema {
  const parts: readonly unknown[] = [allOf ?? []].flat();
  const isObserved = [own, ...parts].some(
    (one) => isObject(one) && observers.some((keyword) => keyword in one),
  );
  let whole: Schema = own;
  const apart: unknown[] = [];
  for (const part of parts) {
    const both = isObject(part) && !isObserved ? merged(whole, part) : undefined;
    if (both === undefined) apart.push(part);
    else whole = both;
  }
  return apart.length === 0 ? whole : { ...whole, allOf: apart };
}

/** One schema that says what two say; undefined where there is none. */
function merged(one: Schema, other: Schema): Schema | undefined {
  if (hasNeighbours(one, other) || hasNeighbours(other, one)) return undefined;
  const whole: Record<string, unknown> = { ...other, ...one };
  for (const [keyword, value] of Object.entries(one)) {
    const theirs = other[keyword];
    if (theirs === undefined || isAnnotation(keyword) || isDeepStrictEqual(value, theirs)) continue;
    const both = combinations[keyword]?.(value, theirs);
    if (both === undefined) return undefined;
    whole[keyword] = both;
  }
  return whole;
}

function hasNeighbours(one: Schema, other: Schema): boolean {
  return Object.entries(neighbours).some(
    ([keyword, names]) => keyword in one && names.some((name) => name in other),
  );
}

/** Types in an order of their own, null last; a single one without a list. */
export function orderedTypes(types: readonly unknown[]): unknown {
  const others = types.filter((type) => type !== "null").sort();
  const all = others.length < types.length ? [...others, "null"] : others;
  return all.length === 1 ? all[0] : all;
}

function commonTypes(one: unknown, other: unknown): unknown {
  const [mine, theirs] = [[one].flat(), [other].flat()];
  const among = (types: readonly unknown[]) => (type: unknown) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const common = new Set([...mine.filter(among(theirs)), ...theirs.filter(among(mine))]);
  return common.size === 0 ? undefined : orderedTypes([...common]);
}

function allProperties(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return undefined;
  const shared = Object.keys(one).filter((name) => Object.hasOwn(other, name));
  const both = shared.map((name) => [name, together({ allOf: [one[name], other[name]] })]);
  return { ...one, ...other, ...Object.fromEntries(both) };
}

function bound(tighter: (one: number, other: number) => number): Combination {
  return (one, other) =>
    typeof one === "number" && typeof other === "number" ? tighter(one, other) : undefined;
}

/** The same for each of several keywords. */
export function keyed<T>(keywords: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, value]));
}
