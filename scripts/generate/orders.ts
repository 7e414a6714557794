/** Which query parameter of a paginated operation says in which order its items come. */
import type { Order, Pagination } from "../../generated/operations.ts";
import { type DescribedOperation, type Document, resolve } from "./document.ts";
import { placesAt } from "./schema-places.ts";

/** The parameter that sorts a list, and every order that it names. */
type Sort = NonNullable<Pagination["sort"]>;

/** Where the items of a list are described, and what identifies one. */
interface Listed {
  /** Fragment of the schema of a page. */
  readonly page: string;
  /** JSON pointer to the items in it. */
  readonly items: string;
  /** JSON pointer to the id in an item. */
  readonly id: string | null;
}

/** Names of parameters that say by what a list is sorted. */
const sortName = /^(?:sort|order)(?:[_-]?by)?$/i;

/** The parameter that sorts a list; null where none names properties of its items. */
export function sortOf(document: Document, { parameters }: DescribedOperation, listed: Listed): Sort | null {
  for (const { in: where, name, schema = {} } of parameters) {
    if (where !== "query" || !sortName.test(name)) continue;
    const values = (resolve(document, schema).enum ?? []).filter((value) => typeof value === "string");
    const orders = ordersOf(document, values, listed);
    if (orders.length > 0) return { parameter: name, orders };
  }
  return null;
}

/** Those of the values that name a property by which items can be compared. */
function ordersOf(document: Document, values: readonly string[], listed: Listed): readonly Order[] {
  const named = values.flatMap((value) => namedIn(document, value, listed) ?? []);
  return named.map(({ property, isRanked, direction, value }) => ({
    value,
    pointer: `/${property}`,
    // The name alone means the one direction where the list has a name for the other one.
    direction: direction ?? (hasDescending(named, property) ? "ascending" : null),
    ...(isRanked && { isRanked: true as const }),
  }));
}

interface Named {
  readonly value: string;
  readonly property: string;
  readonly direction: Order["direction"];
  readonly isRanked: boolean;
}

function hasDescending(all: readonly Named[], property: string): boolean {
  return all.some((one) => one.property === property && one.direction === "descending");
}

/** The property and the direction that a value names: `name`, `-name`, `name_desc`; null for any other value. */
function namedIn(document: Document, value: string, { page, items, id }: Listed): Named | null {
  const [, sign = "", plain = "", suffix = ""] = /^([+-]?)(.+?)(?:[_:](asc|desc))?$/i.exec(value) ?? [];
  for (const property of new Set([value, plain])) {
    const schemas = placesAt(document, page, `${items}/0/${property}`).map(({ schema }) => schema);
    const types = new Set(schemas.flatMap((schema) => schema.type ?? []));
    types.delete("null");
    const isComparable = [...types].every((type) => ["string", "number", "integer"].includes(type));
    if (types.size !== 1 || !isComparable) continue;
    const isDescending = sign === "-" || suffix.toLowerCase() === "desc";
    const isSaid = property !== value && (sign !== "" || suffix !== "");
    return {
      value,
      property,
      direction: isSaid ? (isDescending ? "descending" : "ascending") : null,
      // An id may stand for a number that is not shown.
      isRanked:
        schemas.some((schema) => schema.enum !== undefined) || (`/${property}` === id && types.has("string")),
    };
  }
  return null;
}
