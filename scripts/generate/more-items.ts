import { isDeepStrictEqual } from "node:util";
import { withValueAt } from "../../conformance/base/pointer.ts";
import { isObject } from "../../conformance/base/shape.ts";
import { valueAt } from "../../src/core/json.ts";
import type { SchemaPlace } from "./schema-places.ts";

/**
 * A body whose lists of objects have one item more, which differs from their last one in one property, and whose lists of
 * one plain value have two: a service may keep the first one alone. A list that may have no more stays.
 *
 * @param fits - Tells whether a body is valid.
 * @param madeAt - Makes values for the schema at a fragment.
 */
export function withMoreItems(
  places: readonly Pick<SchemaPlace, "pointer" | "fragment">[],
  body: unknown,
  fits: (body: unknown) => boolean,
  madeAt: (fragment: string) => readonly unknown[],
): unknown {
  const ofItems = places.filter(({ pointer }) => /^[^*]*\/\*$/.test(pointer));
  return ofItems.reduce((longer, { pointer, fragment }) => {
    const at = pointer.slice(0, -"/*".length);
    const list = valueAt(longer, at);
    const last: unknown = Array.isArray(list) ? list.at(-1) : null;
    if (!Array.isArray(list) || list.length === 0) return longer;
    const others = madeAt(fragment).flatMap((made) => {
      if (isObject(made) && isObject(last))
        return Object.entries(made).map(([name, value]) => ({ ...last, [name]: value }));
      // Of plain values, two are enough.
      return isObject(made) || list.length > 1 ? [] : [made];
    });
    const next = others
      .filter((other) => !isDeepStrictEqual(other, last))
      .map((other) => withValueAt(longer, at, [...list, other]));
    return next.find(fits) ?? longer;
  }, body);
}
