/** Which query parameters of a paginated operation are a bound of what its items show: of a time, a day or an amount. */
import type { Range } from "../../generated/operations.ts";
import { type DescribedOperation, type Document, resolve, type Schema } from "./document.ts";
import type { Listed } from "./filters.ts";
import { schemaPlaces } from "./schema-places.ts";

const lower = ["from", "since", "after", "min", "minimum", "start"];
const upper = ["to", "until", "till", "before", "max", "maximum", "end"];
/** Words of a name that say of which sort a value is, and not which one. */
const ofSort = ["date", "time", "at", "on"];

/**
 * The bounds of a list: parameters with the name of a bound, for the property that the rest of the name names, or else
 * for the only one of its sort.
 */
export function rangesOf(
  document: Document,
  { parameters }: DescribedOperation,
  { page, items, paging }: Listed,
): Readonly<Record<string, Range>> {
  const shown = schemaPlaces(document, page).filter(
    ({ pointer, property }) => property !== null && pointer === `${items}/*/${property}`,
  );
  const all = parameters.flatMap((parameter) => {
    const { in: where, name, required = false, schema, "x-unspecified": gaps } = parameter;
    if (where !== "query" || required || schema === undefined || paging.includes(name) || gaps !== undefined)
      return [];
    const sort = sortOf(resolve(document, schema));
    const words = wordsOf(name);
    const [end, ...more] = words.filter((word) => lower.includes(word) || upper.includes(word));
    if (sort === null || end === undefined || more.length > 0) return [];
    const rest = words.filter((word) => word !== end && !ofSort.includes(word)).join("");
    const alike = shown.filter((place) => sortOf(place.schema) === sort);
    const named = alike.filter(({ property }) =>
      wordsOf(property ?? "")
        .join("")
        .startsWith(rest),
    );
    const [one, ...others] = named;
    // Each kind of item may describe the same property.
    if (
      one === undefined ||
      others.some(({ pointer }) => pointer !== one.pointer) ||
      (rest === "" && sort === "number")
    )
      return [];
    const side: Range["side"] = lower.includes(end) ? "lower" : "upper";
    return [[name, { pointer: `/${one.property}`, side }] as const];
  });
  return Object.fromEntries(all);
}

/** The words of a name: created, after for createdAfter and created_after. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/** What two values have in common that can be compared; null for those that can't. */
function sortOf({ type, format, enum: named }: Schema): "date" | "date-time" | "number" | null {
  const types = [type ?? []].flat().filter((one) => one !== "null");
  if (named !== undefined || types.length !== 1) return null;
  if (types[0] === "string") return format === "date" || format === "date-time" ? format : null;
  return types[0] === "integer" || types[0] === "number" ? "number" : null;
}
