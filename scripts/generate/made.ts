/** Values made from schemas, the same ones each time. */
import { type GenerateOptions, generateSync, type JsonSchema } from "json-schema-faker";
import { isObject } from "../../conformance/base/shape.ts";
import { withConditionsMet } from "./conditions.ts";
import { type Document, resolve, type Schema } from "./document.ts";

/** How many values are tried before a schema counts as one that nothing can be made for. */
const attempts = 50;

/** Of how many values that do not fit properties are left out. */
const mostMended = 8;

/** Which values are asked for. */
export interface Wanted {
  /** How many, with those that there are. */
  readonly count?: number;
  /** Values that there are already; they come first. */
  readonly first?: readonly unknown[];
  /** Whether every optional property is in a value. */
  readonly full?: boolean;
  /** Whether properties may be left out of a value that fits only without them. */
  readonly lessToo?: boolean;
  /** What makes a value different from others; itself, unless told otherwise. */
  readonly key?: (value: unknown) => unknown;
}

/**
 * Different values that a schema allows, as many as asked for or as few as there are.
 *
 * @param valid - Tells whether a value fits. What does not is left out: the maker may know a keyword less well.
 */
export function madeValues(
  document: Document,
  schema: Schema,
  valid: (value: unknown) => boolean,
  { count = 1, first = [], full = false, lessToo = false, key = (value) => value }: Wanted = {},
): unknown[] {
  const named = (value: unknown) => [JSON.stringify(key(value)), value] as const;
  const values = new Map(first.map(named));
  // Null shows nothing of what a property may be.
  const maker = { document, nullable: !full };
  const bounded = makeable(maker, schema, []) ?? false;
  const unfit: unknown[] = [];
  for (let attempt = 1; attempt <= count + attempts && values.size < count; attempt += 1) {
    // Seeds far from each other: the first draws of neighbours are alike.
    const seed = Math.imul(attempt, 0x9e3779b1) >>> 0;
    const value = drawn(bounded, { seed, maxDepth: 50, alwaysFakeOptionals: full });
    if (value === undefined) continue;
    const [name] = named(value);
    if (!valid(value)) unfit.push(value);
    else if (!values.has(name)) values.set(name, value);
  }
  if (values.size > 0 || !lessToo) return [...values.values()];
  // Not every property may be there beside each value of another one.
  for (const value of unfit.slice(0, mostMended)) {
    const mended = fitting(value, valid);
    if (mended !== undefined) return [mended];
  }
  return [];
}

/** The value with as few properties less as it takes to fit, up to two; undefined where that is not enough. */
function fitting(value: unknown, valid: (value: unknown) => boolean): unknown {
  const fewer = withOneLess(value);
  return fewer.find(valid) ?? fewer.flatMap(withOneLess).find(valid);
}

/** The value with one property less, for each that it has, at any depth. */
function withOneLess(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => withOneLess(item).map((less) => value.with(index, less)));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const { [name]: _, ...others } = value;
    return [others, ...withOneLess(inner).map((less) => ({ ...value, [name]: less }))];
  });
}

/** A moment of this year or a later one: what was done is not in the future. */
const laterMoment = /^20(?:2[6-9]|[3-9]\d)(?=-\d\d-\d\dT)/;
/** Eight years earlier, when a leap year was one as well. */
const earlier = (year: string) => String(Number(year) - 8 * Math.ceil((Number(year) - 2025) / 8));

/** A value of the maker, with fractions as they are written; undefined where it finds that the schema contradicts itself. */
function drawn(schema: JsonSchema, options: GenerateOptions): unknown {
  try {
    const text = JSON.stringify(generateSync(schema, options));
    return JSON.parse(text, (_, one) => {
      // A multiple of 0.01 comes as 10.950000000000001.
      if (typeof one === "number") return Number(one.toPrecision(15));
      return typeof one === "string" ? one.replace(laterMoment, earlier) : one;
    });
  } catch {
    return undefined;
  }
}

/** Keywords under which a schema stands, or a list of schemas. */
const inner = ["items", "additionalProperties", "not", "if", "then", "else", "allOf", "anyOf", "oneOf"];

/** How schemas are prepared: `nullable` is false where a value that may be null shall be none. */
interface Maker {
  readonly document: Document;
  readonly nullable: boolean;
}

/**
 * A schema for the maker: without references, and with plain bounds where it has none. null where it would go
 * round in a circle; what holds such a part is then made without it.
 */
function makeable(maker: Maker, one: Schema | boolean, above: readonly string[]): JsonSchema | null {
  if (typeof one === "boolean") return one;
  const node = withConditionsMet(one);
  if (node.$ref !== undefined) {
    if (above.includes(node.$ref)) return null;
    const { $ref, ...beside } = node;
    const target = resolve(maker.document, { $ref }) as Schema;
    return makeable(maker, { ...target, ...beside }, [...above, $ref]);
  }
  const schema: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).filter(
      ([keyword]) => !/^(x-|description$|title$|examples?$|discriminator$)/.test(keyword),
    ),
  );
  const { type } = schema;
  if (!maker.nullable && Array.isArray(type) && type.length > 1)
    schema.type = type.filter((one) => one !== "null");
  const part = (one: unknown) => makeable(maker, one as Schema, above);
  for (const keyword of inner.filter((one) => schema[one] !== undefined)) {
    const value = schema[keyword];
    const made = Array.isArray(value) ? value.map(part).filter((one) => one !== null) : part(value);
    if (made !== null) schema[keyword] = made;
    else delete schema[keyword];
    if (made === null && keyword === "items") schema.maxItems = 0;
  }
  if (node.properties !== undefined) {
    const properties = Object.entries(node.properties).map(([name, one]) => [name, part(one)] as const);
    schema.properties = Object.fromEntries(properties.filter(([, one]) => one !== null));
  }
  return { ...bounds(node), ...schema } as JsonSchema;
}

/** Bounds for what has none, so that values look like those of a person; of an open schema its examples. */
function bounds(schema: Schema): Schema & Record<string, unknown> {
  const { type, examples } = schema;
  const has = (...keywords: string[]) => keywords.some((keyword) => keyword in schema);
  // The values are listed, or its parts may list them: bounds would exclude some.
  if (has("const", "enum", "allOf", "anyOf", "oneOf")) return {};
  const open = !has("type", "properties", "items", "pattern");
  if (open) return examples === undefined ? {} : { enum: examples };
  const types = [type ?? []].flat();
  const number = types.includes("number") || types.includes("integer");
  const measured = has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf");
  return {
    ...(number && !measured ? { minimum: 1, maximum: 10_000, multipleOf: 1 } : {}),
    ...(types.includes("string") && !has("minLength", "maxLength", "pattern", "format")
      ? { minLength: 6, maxLength: 12 }
      : {}),
  };
}
