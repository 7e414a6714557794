/** Schemas that say of one property what another one makes of it, with `if` and `then`, such as postcodes by their country. */
import type { Schema } from "./document.ts";

/** `if`, and what follows from it. */
export interface Condition {
  readonly if: Schema;
  readonly then?: Schema;
}

const hasCondition = (schema: Schema): schema is Schema & Condition => "if" in schema;

/**
 * The same schema with an alternative for each of its conditions, in which that one is met, and what follows is said of the
 * properties themselves: a maker of values that draws one property without a look at the others finds values for these.
 * Each value must still be held against the schema itself: in an alternative, the other conditions are left out.
 */
export function withConditionsMet(schema: Schema): Schema {
  const parts = schema.allOf ?? [];
  const conditions = conditionsOf(schema);
  if (conditions.length === 0 || schema.anyOf !== undefined || schema.oneOf !== undefined) return schema;
  const {
    if: _if,
    then: _then,
    else: _else,
    allOf: _allOf,
    ...plain
  } = schema as Schema & Partial<Condition> & { else?: Schema };
  const others = parts.filter((part) => !hasCondition(part));
  return {
    ...plain,
    ...(others.length > 0 && { allOf: others }),
    anyOf: conditions.map(({ met }) => met),
  };
}

/** The conditions of a schema, and the same schema with one of them met and nothing else said of what follows from it. */
export function conditionsOf(
  schema: Schema,
): readonly { readonly condition: Condition; readonly met: Schema }[] {
  const own = hasCondition(schema) ? [schema] : [];
  return [...own, ...(schema.allOf ?? []).filter(hasCondition)].map((condition) => {
    const { if: met, then = {} } = condition;
    return { condition, met: both(both(alternative(schema), met), then) };
  });
}

/** What the alternatives share: the rest stands beside them. */
const alternative = ({ type, required, properties }: Schema): Schema => ({
  ...(type !== undefined && { type }),
  ...(required !== undefined && { required }),
  ...(properties !== undefined && { properties }),
});

/** One schema that says what two say. */
function both(one: Schema, other: Schema): Schema {
  const names = new Set([...Object.keys(one.properties ?? {}), ...Object.keys(other.properties ?? {})]);
  const properties = [...names].map((name) => {
    const parts = [one.properties?.[name], other.properties?.[name]].filter((part) => part !== undefined);
    const isDeep = parts.length === 2 && parts[1]?.properties !== undefined;
    return [name, isDeep ? { allOf: parts } : Object.assign({}, ...parts)] as const;
  });
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
  return {
    ...one,
    ...other,
    ...(names.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}
