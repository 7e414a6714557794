/** Values in which one property is not what another one makes of it: a postcode of one country beside the name of another. */
import { isObject } from "../../conformance/base/shape.ts";
import { ajvOf, validatorAt } from "./ajv.ts";
import { conditionsOf } from "./conditions.ts";
import { type Document, resolve } from "./document.ts";
import { madeValues } from "./made.ts";
import type { SchemaPlace } from "./schema-places.ts";

/** Of how many conditions values are made. */
const most = 6;

/**
 * One value for each condition of the schema at a place, with what follows from another condition in the place of what
 * follows from it, or without what it asks for. What is wrong so is right by itself.
 */
export function brokenConditions(
  document: Document,
  { fragment, schema }: Pick<SchemaPlace, "fragment" | "schema">,
): readonly unknown[] {
  const fits = validatorAt(ajvOf(document), fragment);
  const met = conditionsOf(schema)
    .slice(0, most)
    .flatMap(({ condition, met }) => {
      const [value] = madeValues(document, met, (one) => fits(one));
      return isObject(value) ? [{ condition, value: withExamples(document, schema, value, fits) }] : [];
    });
  return met.flatMap(({ condition: { then = {} }, value }) => {
    const changed = Object.keys(then.properties ?? {}).flatMap((name) =>
      met.flatMap(({ value: other }) => (name in other ? [{ ...value, [name]: other[name] }] : [])),
    );
    const left = (then.required ?? []).map((name) =>
      Object.fromEntries(Object.entries(value).filter(([own]) => own !== name)),
    );
    return [...changed, ...left].filter((one) => !fits(one)).slice(0, 1);
  });
}

/** The value with the examples of its properties, where it still fits: a server may refuse what nobody is called. */
function withExamples(
  document: Document,
  { properties = {} }: SchemaPlace["schema"],
  value: Record<string, unknown>,
  fits: (value: unknown) => boolean,
): Record<string, unknown> {
  let best = value;
  for (const [name, property] of Object.entries(properties)) {
    const [example] = resolve(document, property).examples ?? [];
    const better = { ...best, [name]: example };
    if (example !== undefined && name in value && fits(better)) best = better;
  }
  return best;
}
