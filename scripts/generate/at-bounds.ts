import { isDeepStrictEqual } from "node:util";
import { withValueAt } from "../../conformance/base/pointer.ts";
import { valueAt } from "../../src/core/json.ts";
import { isArray, type SchemaPlace } from "./schema-places.ts";

/** Longer lists are left as they are. */
const mostItems = 20;

/**
 * A body whose numbers are all the largest ones that their schemas state, and its lists as long as they may be; or the
 * smallest ones: a service may take a bound for a value that was left out, or keep less. Where one may not be so, it stays.
 *
 * @param side - Which of the bounds.
 * @param fits - Tells whether a body is valid.
 * @param madeAt - Makes different values for the schema at a fragment.
 */
export function atBounds(
  side: "maximum" | "minimum",
  places: readonly Pick<SchemaPlace, "pointer" | "schema" | "fragment">[],
  body: unknown,
  fits: (body: unknown) => boolean,
  madeAt: (fragment: string, count: number) => readonly unknown[],
): unknown {
  return places.reduce((made, { pointer, schema }) => {
    const value = valueAt(made, pointer);
    const bound = typeof value === "number" ? schema[side] : undefined;
    const items = places.find((place) => place.pointer === `${pointer}/*`);
    const others = (count: number) => (items === undefined ? [] : madeAt(items.fragment, count));
    const list = side === "maximum" && isArray(schema) ? ofLength(value, schema.maxItems, others) : undefined;
    const next = bound ?? list;
    if (next === undefined || pointer === "") return made;
    const changed = withValueAt(made, pointer, next);
    return fits(changed) ? changed : made;
  }, body);
}

/** A list of so many different items; undefined where it can't be made. */
function ofLength(
  value: unknown,
  length = 0,
  others: (count: number) => readonly unknown[],
): readonly unknown[] | undefined {
  if (!Array.isArray(value) || length > mostItems || length <= value.length) return undefined;
  const isNew = (one: unknown) => !value.some((other) => isDeepStrictEqual(one, other));
  const all = [...value, ...others(length).filter(isNew)].slice(0, length);
  return all.length === length ? all : undefined;
}
