/** Descriptions in one form, so that another way to write the same schema is no change. */
import { isObject } from "../../conformance/base/shape.ts";
import type { Document } from "../generate/document.ts";
import { isAnnotation, keyed, orderedTypes, type Schema, together } from "./merge.ts";

/** Below these stand values, which may look like anything. */
const values = /^(?:examples?|x-.*)$/;

/**
 * A description in which schemas of the same meaning look the same, as far as people write them in several ways: what
 * `allOf` puts together stands in one schema, what may be null instead has that in its list of types, and a constant is
 * a list of one value.
 *
 * @param document - One without references, as expand.ts makes it.
 */
export function normalForm(document: Document): Document {
  return normal(document) as Document;
}

function normal(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(normal);
  if (!isObject(node)) return node;
  return mapped(node, (value, key) => {
    if (values.test(key)) return value;
    return key === "schema" ? normalSchema(value) : normal(value);
  });
}

function normalSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { const: only, ...listed } = schema;
  const one = only === undefined || "enum" in listed ? schema : { ...listed, enum: [only] };
  return withoutNullBranch(together(mapped(one, (value, keyword) => forms[keyword]?.(value) ?? value)));
}

/** The form of what stands under a keyword, where that has one. */
const forms: Readonly<Record<string, (value: unknown) => unknown>> = {
  type: (types) => (Array.isArray(types) ? orderedTypes(types) : types),
  enum: (listed) => (Array.isArray(listed) ? orderedValues(listed) : listed),
  required: (names) => (Array.isArray(names) ? [...names].sort() : names),
  ...keyed(["allOf", "anyOf", "oneOf", "prefixItems"], (schemas) =>
    Array.isArray(schemas) ? schemas.map(normalSchema) : schemas,
  ),
  ...keyed(["properties", "patternProperties", "dependentSchemas"], (schemas) =>
    isObject(schemas) ? mapped(schemas, normalSchema) : schemas,
  ),
  ...keyed(["items", "additionalProperties", "propertyNames", "contains", "not"], normalSchema),
  ...keyed(["if", "then", "else", "unevaluatedProperties", "unevaluatedItems"], normalSchema),
};

function mapped(object: Schema, form: (value: unknown, key: string) => unknown): Schema {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, form(value, key)]));
}

/** A schema that says nothing but that a value is of another one or null, as that other one with null in its list. */
function withoutNullBranch(schema: Schema): Schema {
  const { anyOf, oneOf, ...own } = schema;
  const alternatives = anyOf ?? oneOf;
  const isAll = (anyOf === undefined || oneOf === undefined) && Object.keys(own).every(saysNothing);
  if (!isAll || !Array.isArray(alternatives) || alternatives.length !== 2) return schema;
  const [other] = alternatives.filter((one) => !isNull(one));
  const either = alternatives.some(isNull) && isObject(other) ? orNull(other) : undefined;
  return either === undefined ? schema : { ...either, ...own };
}

/** Values in an order of their own, null last. */
function orderedValues(values: readonly unknown[]): unknown[] {
  const keys = new Map(values.map((value) => [JSON.stringify(value), value]));
  const others = [...keys.keys()].filter((key) => key !== "null").sort();
  return [...others, ...(keys.has("null") ? ["null"] : [])].map((key) => keys.get(key));
}

/** Whether a keyword says nothing about values. */
export function saysNothing(keyword: string): boolean {
  return isAnnotation(keyword) || keyword.startsWith("x-");
}

function isNull(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { type, ...beside } = schema;
  return type === "null" && Object.keys(beside).every(saysNothing);
}

/** Keywords that hold for null as well, unlike those that are for values of one type. */
const ofAnyType = ["const", "not", "if", "allOf", "anyOf", "oneOf"];

/** A schema that allows null besides; undefined where it may do so already, or it cannot be told by type and list. */
function orNull(schema: Schema): Schema | undefined {
  const { type, enum: listed } = schema;
  const types: readonly unknown[] = [type ?? []].flat();
  const names: readonly unknown[] = [listed ?? []].flat();
  if (types.includes("null") || names.includes(null) || types.length + names.length === 0) return undefined;
  if (ofAnyType.some((keyword) => keyword in schema)) return undefined;
  return {
    ...schema,
    ...(types.length > 0 && { type: orderedTypes([...types, "null"]) }),
    ...(names.length > 0 && { enum: [...names, null] }),
  };
}

/** The other way round: a schema that allows null by its list of types as one that does not, and null. */
export function withoutNull(schema: Schema): readonly Schema[] {
  const { type, enum: listed, ...own } = schema;
  const isListed = listed === undefined || (Array.isArray(listed) && listed.includes(null));
  if (!Array.isArray(type) || type.length < 2 || !type.includes("null") || !isListed) return [schema];
  if (ofAnyType.some((keyword) => keyword in schema)) return [schema];
  const values = Array.isArray(listed) && { enum: listed.filter((value) => value !== null) };
  const types = type.filter((one) => one !== "null");
  return [{ ...own, type: orderedTypes(types), ...values }, { type: "null" }];
}
