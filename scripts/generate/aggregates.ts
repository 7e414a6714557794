/** Which numbers of an object are made up of its parts, by the words about them: how many there are, or the sum of something. */
import type { Aggregate } from "../../generated/operations.ts";
import { isDecimal } from "./decimal.ts";
import { type DescribedOperation, type Document, operationsOf, resolve, type Schema } from "./document.ts";
import { listingOf } from "./listings.ts";
import { paginationOf } from "./pages.ts";
import { type SchemaPlace, schemaPlaces } from "./schema-places.ts";
import { successPages } from "./schemas.ts";

/** What the words about a number say that it is made up of. */
export interface SaidAggregate {
  /** What is counted, or each has the value; null where the words name the value alone. */
  readonly parts: readonly string[] | null;
  /** The value that is added up, as a name or in words; null where parts are counted. */
  readonly value: string | null;
}

const counted =
  /^(?:the )?(?:how many|number of) (?:the |its |all )*([a-z][a-z -]*?)(?: (?:there are|(?:are )?in (?:it|the [a-z]+)|of (?:it|(?:the|this) [a-z]+)|(?:it|(?:the|this) [a-z]+) (?:has|holds|contains)))?$/i;
const summed =
  /^(?:the )?sum of (?:the |their |its |all )*(`?)([a-z][\w. -]*?)\1(?: of (?:all |the |its |their |these )*([a-z][a-z -]*?)(?: of (?:it|(?:the|this) [a-z]+))?)?$/i;
/** Words after which it is not all of them that count. */
const some =
  /\b(?:not|no|without|except|exclud\w+|only|less|minus|unless|that|which|where|before|since|most|least|first|last|latest|about|roughly|estimat\w+|plus|rounded|capped|includ\w+|added|discounts?|after|if|when|per|cached|recent|so far)\b/i;
/** Words about a list that shows not all there are. */
const partial = /\b(?:not|no|without|except|exclud\w+|unless|archived|removed|hidden|recent|latest)\b/i;

/** Reads what the words about a number say; null where they say nothing of the kind, or that some parts do not count. */
export function saidAggregate(description: string): SaidAggregate | null {
  if (some.test(description)) return null;
  const [phrase = ""] = description.trim().split(/[.,;:](?:\s|$)/);
  const [, things] = counted.exec(phrase) ?? [];
  if (things !== undefined) return { parts: wordsOf(things), value: null };
  const [, , value, parts] = summed.exec(phrase) ?? [];
  return value === undefined ? null : { parts: parts === undefined ? null : wordsOf(parts), value };
}

/** The numbers in the successful responses of an operation that are made up of parts. */
export function aggregatesOf(document: Document, one: DescribedOperation): readonly Aggregate[] {
  return successPages(document, one).flatMap((page) => {
    const places = schemaPlaces(document, page);
    return places.flatMap((place) => {
      const said = place.isAlternative ? null : saidOf(place);
      const number = numberIn(places, place);
      if (said === null || number === null) return [];
      const at = place.pointer.slice(0, -`/${place.property}`.length);
      const pointer = `/${place.property}${number}`;
      const inside = insideOf(places, at, pointer, said);
      if (inside !== null) return [{ at, pointer, ...inside }];
      const above = at.includes("/*") ? itemPath(document, one, at) : one.path;
      const below = above === null ? null : belowOf(document, { ...one, path: above }, said);
      return below === null ? [] : [{ at, pointer, ...below }];
    });
  });
}

/** The path of an item of a list, with whatever name its parameter has; null for what is no such item, or has no id. */
function itemPath(document: Document, one: DescribedOperation, at: string): string | null {
  const listing = paginationOf(document, one) ?? listingOf(document, one);
  if (listing?.id == null || at !== `${listing.items}/*`) return null;
  const start = `${one.path}/{`;
  const below = operationsOf(document).find(({ path }) => path.startsWith(start));
  return below === undefined ? null : below.path.slice(0, below.path.indexOf("}", start.length) + 1);
}

type Parts = Pick<Aggregate, "parts" | "value" | "list">;

/** The array beside a number that holds its parts; null where there is none, or more than one. */
function insideOf(
  places: readonly SchemaPlace[],
  at: string,
  number: string,
  { parts, value }: SaidAggregate,
): Parts | null {
  const arrays = places.filter(
    ({ pointer, property, schema, isAlternative }) =>
      pointer === `${at}/${property}` &&
      [schema.type].flat().includes("array") &&
      !isAlternative &&
      !some.test(schema.description ?? "") &&
      schema.maxItems === undefined &&
      (parts === null || isNamedBy(parts, [], wordsOf(property ?? ""))),
  );
  const found = arrays.flatMap(({ pointer }): Parts[] => {
    const array = pointer.slice(at.length);
    if (value === null) return [{ parts: array, value: null }];
    const member = memberOf(places, `${pointer}/*`, value);
    return member === null || array === number ? [] : [{ parts: array, value: member }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The list below the path of a read that shows the parts; null where there is none. */
function belowOf(document: Document, one: DescribedOperation, { parts, value }: SaidAggregate): Parts | null {
  if (one.method !== "get" || !one.path.endsWith("}") || parts === null) return null;
  const lists = operationsOf(document).flatMap((list): Parts[] => {
    const below = list.path.startsWith(`${one.path}/`) ? list.path.slice(one.path.length + 1) : "";
    const listing = paginationOf(document, list) ?? listingOf(document, list);
    const [page] = successPages(document, list);
    if (list.method !== "get" || !/^[\w-]+$/.test(below) || listing === null || page === undefined) return [];
    const names = [below, listing.items.split("/").at(-1) ?? ""].map(wordsOf);
    const isWhole = list.parameters.every(
      ({ name, schema }) =>
        schema === undefined || name === listing.sort?.parameter || !isNarrow(resolve(document, schema)),
    );
    const owner = one.path.split("/").flatMap(wordsOf);
    if (!isWhole || isPartial(list.operation.description) || !isNamedBy(parts, owner, ...names)) return [];
    const member =
      value === null ? null : memberOf(schemaPlaces(document, page), `${listing.items}/*`, value);
    return value !== null && member === null ? [] : [{ parts: listing.items, value: member, list: list.id }];
  });
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

/** True where the words of a list, but for those about its first page and its last one, say that something is left out. */
const isPartial = (said = "") => partial.test(said.replace(ofPages, ""));

const ofPages =
  /\bin no (?:particular|given|fixed|certain|special) order\b|\bno cursor for the first page\b|\buntil there is none\b|\b(?:without|no) an? cursor\b|\bno (?:more|further) pages?\b|\bnot on (?:the|its) last page\b/gi;

/** True for a filter that leaves something out where it is not sent. */
const isNarrow = ({ default: usual, type }: Schema) => usual !== undefined && type !== "integer";

/** The number of each part that words name; null where there is none, or more than one. */
function memberOf(places: readonly SchemaPlace[], part: string, value: string): string | null {
  const numbers = places.flatMap((place) => {
    const own = place.pointer.slice(part.length);
    const number = place.pointer.startsWith(`${part}/`) ? numberIn(places, place) : null;
    return place.property === null || number === null || own.includes("*") ? [] : [{ place, own, number }];
  });
  const named = numbers.filter(({ own }) => own === `/${value.replaceAll(".", "/")}`);
  const words = wordsOf(value).join();
  const alike = numbers.filter(({ place }) => wordsOf(place.property ?? "").join() === words);
  const [found, ...others] = named.length > 0 ? named : alike;
  return found === undefined || others.length > 0 ? null : `${found.own}${found.number}`;
}

/** Where the number of a place stands in it: "" for a number, or the only one of an object, as of money; null for all else. */
function numberIn(places: readonly SchemaPlace[], { pointer, schema }: SchemaPlace): string | null {
  if (isNumber(schema)) return "";
  const inner = places.filter(
    (other) => other.property !== null && other.pointer === `${pointer}/${other.property}`,
  );
  const [found, ...others] = inner.filter((other) => isNumber(other.schema));
  return found === undefined || others.length > 0 || inner.length > 2 ? null : `/${found.property}`;
}

/**
 * True where words name something of these names: all of them are in these, the last one ends one of them, and the first name says
 * nothing more of it, but for what it belongs to: recent lines are not all lines.
 */
function isNamedBy(
  words: readonly string[],
  owner: readonly string[],
  ...names: readonly (readonly string[])[]
): boolean {
  const last = words.at(-1);
  const isMore = (word: string) => !words.includes(word) && !owner.includes(word);
  return (
    names.some((name) => name.at(-1) === last) &&
    words.every((word) => names.flat().includes(word)) &&
    names[0]?.some(isMore) !== true
  );
}

function saidOf({ schema, property }: SchemaPlace): SaidAggregate | null {
  return property === null ? null : saidAggregate(schema.description ?? "");
}

function isNumber(schema: Schema): boolean {
  const types = [schema.type ?? []].flat();
  return isDecimal(schema) || (types.length === 1 && (types[0] === "integer" || types[0] === "number"));
}

/** The words of a name or a phrase, each as of one thing: category and rule of categoryRules, and of category-rule. */
function wordsOf(name: string): readonly string[] {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.split(/[^a-z0-9]+/).map((word) =>
    word
      .replace(/(?<=..)ies$/, "y")
      .replace(/(?<=x|ss|sh|ch)es$/, "")
      .replace(/(?<=..[^s])s$/, ""),
  );
}
