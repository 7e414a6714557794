/** Which query parameters of a paginated operation leave only some of its items. */
import { type DescribedOperation, type Document, nodeAt, resolve, type Schema } from "./document.ts";
import { placeAt } from "./schema-places.ts";

/** What a query parameter leaves of a list: the items that have its value. */
export interface Filter {
  /** JSON pointer (RFC 6901) into an item: where the value stands. */
  readonly pointer: string;
  /** Every value that the parameter takes. */
  readonly values: readonly (string | number | boolean)[];
}

/**
 * The filters of a list: parameters that are called as a property of an item is, and take nothing but values that this
 * property can have. Text that is free may be searched for in another way, so it is no filter here.
 *
 * @param page - Fragment of the schema of a page.
 * @param items - JSON pointer to the items in it.
 */
export function filtersOf(
  document: Document,
  { parameters }: DescribedOperation,
  page: string,
  items: string,
): Readonly<Record<string, Filter>> {
  const all = parameters.flatMap(({ in: where, name, schema }) => {
    const place = placeAt(document, page, `${items}/0/${name}`);
    if (where !== "query" || schema === undefined || place === undefined) return [];
    const values = valuesOf(resolve(document, schema));
    const known = valuesOf(resolve(document, nodeAt(document, place.fragment) as Schema));
    const isFilter = values.length > 0 && values.every((value) => known.includes(value));
    return isFilter ? [[name, { pointer: `/${name}`, values }] as const] : [];
  });
  return Object.fromEntries(all);
}

/** Every value that a schema allows, where it names them; null is none to ask for. */
function valuesOf({ type, enum: values }: Schema): Filter["values"] {
  if (values !== undefined) return values.filter(isPlain);
  return type === "boolean" ? [true, false] : [];
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);
