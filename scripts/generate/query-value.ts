/** What stands for a query parameter once: the value itself, or one item of an array, which is sent item by item. */
import type { QueryList } from "../../generated/operations.ts";
import { type DescribedOperation, type Document, resolve, type Schema } from "./document.ts";
import type { SchemaPlace } from "./schema-places.ts";

/** The schema of one value of a query parameter, and where it stands, given those of the parameter. */
export function queryValueOf(
  document: Document,
  { schema, fragment }: Pick<SchemaPlace, "schema" | "fragment">,
): Pick<SchemaPlace, "schema" | "fragment"> {
  const whole: Schema = resolve(document, schema);
  const isList = [whole.type ?? []].flat().includes("array") && whole.items !== undefined;
  return isList && whole.items !== undefined
    ? { schema: resolve(document, whole.items), fragment: `${fragment}/items` }
    : { schema: whole, fragment };
}

/** How the query parameters that take a list of values write it (OpenAPI, Style Values). */
export function queryListsOf(
  document: Document,
  { parameters }: Pick<DescribedOperation, "parameters">,
): Readonly<Record<string, QueryList>> {
  return Object.fromEntries(
    parameters.flatMap(({ in: place, name, schema = {}, fragment, style, explode }) => {
      const whole = `${fragment}/schema`;
      const isList = queryValueOf(document, { schema, fragment: whole }).fragment !== whole;
      if (place !== "query" || !isList) return [];
      const known = style === "spaceDelimited" || style === "pipeDelimited" ? style : "form";
      return [[name, { style: known, explode: explode ?? known === "form" }] as const];
    }),
  );
}
