/** In which order the items of a list come: by a query parameter, or by the words about it. */
import type { Order, Pagination } from "../../generated/operations.ts";
import { type DescribedOperation, type Document, resolve } from "./document.ts";
import { placesAt, schemaPlaces } from "./schema-places.ts";

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

/** What is said beside it of pages, and of items that come in any order among themselves. */
const besideIt = /,? (?:one page per request|page by page)\b/i;
const ofTies = /,? (?:and )?(?:of|those|ties)\b[^,.;]*\bsame\b.*$/i;

/** Names of the moment by which an item is new: when it ends or was changed last, it may be old. */
const ofOrigin =
  /^(?:at|on|date|time|timestamp|moment|creation_?(?:date|time)|(?:created|issued|booked|occurred|happened|made|sent|received|recorded|submitted|placed|paid|requested|added)(?:_?(?:at|on|time|date))?)$/i;

type UsualOrder = NonNullable<Pagination["usualOrder"]>;

/** What a sentence says of the end at which a list begins. */
const falling =
  /\b(?:newest|latest|most recent|highest|largest|greatest)(?: ones?)? (?:come |comes )?first\b|\bdescending\b/i;
const rising = /\b(?:oldest|earliest|lowest|smallest)(?: ones?)? (?:come |comes )?first\b|\bascending\b/i;
/** A sentence about the order of a list. */
const ofOrder = /\b(?:sorted|ordered|order|come|comes|listed|lists|shown|shows|stand|stands|first)\b/i;
/** Words with which it is the order of some items, or of some requests, or not to be relied on. */
const ofSome =
  /\b(?:may|might|can|could|usually|mostly|often|roughly|about|approximately|within|unless|except|not|no|never|if|when|where|while|with `?sort|given|asked|otherwise|each|every|per|group\w*|other than|pinned|before|after|but|page|reverse\w*|opposite)\b|\bthen\b(?! by `?id\b)/i;

/**
 * The order in which items come where none is asked for, as one sentence about the list says it: by the number, day or moment
 * that it names, or where it names none, by the only moment that they show, if that is when they came to be. null where it
 * says none, or only of some.
 */
export function usualOrderOf(
  document: Document,
  { operation }: DescribedOperation,
  { page, items }: Listed,
): UsualOrder | null {
  const places = schemaPlaces(document, page).filter(
    ({ pointer, property }) => property !== null && pointer === `${items}/*/${property}`,
  );
  const names = places.map(({ property }) => property ?? "");
  const comparable = places.filter(({ schema: { type, format = "" } }) => {
    const types = [type ?? []].flat().filter((one) => one !== "null");
    const isTime = types[0] === "string" && ["date", "date-time"].includes(format);
    return types.length === 1 && (isTime || types[0] === "integer" || types[0] === "number");
  });
  const moments = comparable.filter(({ schema }) => schema.format === "date-time");
  const ofItem = moments.length === 1 ? moments.filter(({ property }) => ofOrigin.test(property ?? "")) : [];
  for (const said of (operation.description ?? "").split(/[.;:]\s|[.;:]$/)) {
    const sentence = said.replace(besideIt, "").replace(ofTies, "");
    const [isFalling, isRising] = [falling.test(sentence), rising.test(sentence)];
    if (isFalling === isRising || !ofOrder.test(sentence) || ofSome.test(sentence)) continue;
    const named = names.filter((name) => sentence.includes(`\`${name}\``) && name !== "id");
    const [only, ...others] =
      named.length === 0 ? ofItem : comparable.filter(({ property }) => named.includes(property ?? ""));
    if (named.length > 1 || only?.property == null || others.length > 0) continue;
    return { pointer: `/${only.property}`, direction: isFalling ? "descending" : "ascending" };
  }
  return null;
}
