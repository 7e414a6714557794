import { withValueAt } from "../../conformance/base/pointer.ts";
import { isObject } from "../../conformance/base/shape.ts";
import { valueAt } from "../../src/core/json.ts";
import { isMap, type SchemaPlace } from "./schema-places.ts";

/** Names that a map is given where the description shows none. */
const ownNames = ["first", "second", "one", "two", "a", "b"];

/**
 * A body whose maps have two names with a value each: a service may keep one of them alone, or nothing that has a name of
 * its own. A map that may have no such names stays as it is.
 *
 * @param fits - Tells whether a body is valid.
 * @param madeAt - Makes values of the map of which the schema stands at a fragment.
 */
export function withMapEntries(
  places: readonly Pick<SchemaPlace, "pointer" | "fragment" | "schema">[],
  body: unknown,
  fits: (body: unknown) => boolean,
  madeAt: (fragment: string) => readonly unknown[],
): unknown {
  return places.reduce((made, { pointer, fragment, schema }) => {
    const { additionalProperties, examples = [] } = schema;
    if (typeof additionalProperties !== "object" || !isMap(schema) || pointer === "" || pointer.includes("*"))
      return made;
    const shown = [valueAt(made, pointer), ...examples].filter(isObject);
    const said = (value: unknown) => value !== null && value !== "";
    const values = [
      ...shown.flatMap((map) => Object.values(map)),
      ...(additionalProperties.examples ?? []),
      ...madeAt(fragment),
    ].filter(said);
    const entries: Record<string, unknown> = {};
    for (const name of new Set([...shown.flatMap((map) => Object.keys(map)), ...ownNames])) {
      // A service may have room for few of them.
      if (Object.keys(entries).length === 2) break;
      const fitting = values.find((value) => fits(withValueAt(made, pointer, { ...entries, [name]: value })));
      if (fitting !== undefined) entries[name] = fitting;
    }
    return Object.keys(entries).length === 2 ? withValueAt(made, pointer, entries) : made;
  }, body);
}
