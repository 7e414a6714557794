/** A body with an example for each of its parts: what the description shows of them is more telling than what is made. */
import { withValueAt } from "../../conformance/base/pointer.ts";
import type { SchemaPlace } from "./schema-places.ts";

/**
 * The body that has the first example of each part, at any depth but in lists; undefined where none is shown, or where they
 * do not fit together.
 *
 * @param places - Every part of the body, from the outside in.
 */
export function exampled(places: readonly SchemaPlace[], fits: (body: unknown) => boolean): unknown {
  let body: unknown;
  for (const { pointer, property, schema } of places) {
    const [example] = schema.examples ?? [];
    if (example === undefined || property === null || pointer.includes("*") || schema.readOnly === true)
      continue;
    body = withValueAt(body, pointer, example);
  }
  return body !== undefined && fits(body) ? body : undefined;
}
