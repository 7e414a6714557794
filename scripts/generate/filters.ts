/** Which query parameters of a paginated operation leave only some of its items. */
import type { Filter } from "../../generated/operations.ts";
import {
  type DescribedOperation,
  type Document,
  nodeAt,
  operationsOf,
  type Parameter,
  resolve,
  type Schema,
  targetOf,
} from "./document.ts";
import { queryValueOf } from "./query-value.ts";
import { placesAt, type SchemaPlace, schemaPlaces } from "./schema-places.ts";
import { searchOf } from "./searches.ts";

/** Where the items of a list are described, and which parameters page it. */
export interface Listed {
  /** Fragment of the schema of a page. */
  readonly page: string;
  /** JSON pointer to the items in it. */
  readonly items: string;
  /** The parameters that take the cursor and the size of a page. */
  readonly paging: readonly (string | undefined)[];
}

/**
 * The filters of a list: parameters that are called as a property of an item is, and take values that this property
 * can have: named ones, or those of its type.
 */
export function filtersOf(
  document: Document,
  { path, parameters }: DescribedOperation,
  { page, items, paging }: Listed,
): Readonly<Record<string, Filter>> {
  const all = parameters.flatMap((parameter) => {
    const { in: where, name, schema, fragment } = parameter;
    if (where !== "query" || schema === undefined || paging.includes(name)) return [];
    const whole = `${fragment}/schema`;
    const one = queryValueOf(document, { schema, fragment: whole });
    const isList = one.fragment !== whole;
    const { minItems = 0, maxItems } = resolve(document, schema);
    // Two values that stand together are a pair, such as a bound from which and one to which.
    if (isList && (minItems > 1 || maxItems === 2)) return [];
    const shown =
      nameSearched(document, page, items, parameter) ??
      shownBy(document, page, items, isList ? [name, ...singulars(name)] : [name], `${name}s`) ??
      saidOf(document, page, items, parameter) ??
      innerBy(document, page, items, parameter, path);
    if (shown === null) return [];
    const { property, places } = shown;
    const values = valuesOf(one.schema);
    // Each kind of item may have a value of its own.
    const known = places.flatMap((place) =>
      valuesOf(resolve(document, nodeAt(document, place.fragment) as Schema)),
    );
    const ofValues = values.every((value) => known.includes(value)) ? { values, isText: false } : null;
    const ofOne = isList ? resolve(document, schema).items : schema;
    const filter =
      values.length > 0 ? ofValues : typedFilter(document, { ...parameter, schema: ofOne ?? {} }, places);
    if (filter === null) return [];
    // Of several values, each is looked for as a whole.
    const isOfSeveral = placesAt(document, page, `${items}/0/${property}/0`).length > 0;
    const search = filter.isText && !isOfSeveral ? searchOf(parameter.description ?? "") : null;
    return [
      [
        name,
        {
          pointer: `/${property}`,
          ...filter,
          ...(search !== null && { search }),
          ...(isList && maxItems !== 1 && { takesSeveral: true as const }),
        },
      ] as const,
    ];
  });
  return Object.fromEntries(all);
}

/**
 * The property of an item that a parameter is about, and the schemas of one value of it; null where none is.
 *
 * @param names - What it may be called.
 * @param plural - What it may be called where it is a list.
 */
function shownBy(document: Document, page: string, items: string, names: readonly string[], plural: string) {
  for (const property of [...names, plural]) {
    const own = placesAt(document, page, `${items}/0/${property}`);
    const inList = placesAt(document, page, `${items}/0/${property}/0`);
    const places = inList.length > 0 || property === plural ? inList : own;
    if (places.length > 0) return { property, places };
  }
  return null;
}

/** The name of something that an item shows, of which a parameter called like that takes a part: of a merchant. null where it does not. */
function nameSearched(
  document: Document,
  page: string,
  items: string,
  { name, description = "" }: Parameter,
) {
  const property = `${name}/name`;
  const places = placesAt(document, page, `${items}/0/${property}`);
  const isNamed = /\bnames?\b/i.test(description) && searchOf(description) !== null;
  return isNamed && places.length > 0 ? { property, places } : null;
}

/** Words with which a parameter leaves what has its value, and none that make a bound of it, or the contrary. */
const only = /^(?:only|just)\b[^.;]*\b(?:of|with|whose|that have|this|exactly)\b/i;
const unlike =
  /\b(?:not|no|but|except|without|most|least|up to|from|until|above|below|over|under|more|less|before|after|than|within|near|around|in this)\b/i;

/**
 * The property of an object in an item that a parameter names by both, driver_name for the name of the driver, or of the
 * truckDriver of a truck, if its words say that it leaves those alone which have it.
 *
 * @param path - That of the list, which says what an item is called.
 */
function innerBy(
  document: Document,
  page: string,
  items: string,
  { name, description = "" }: Parameter,
  path: string,
) {
  const [said = ""] = description.split(/[.;](?=\s|$)/);
  if (!only.test(said) || unlike.test(said)) return null;
  const words = `,${wordsOf(name).join()}`;
  const item = `${items}/*/`;
  const inner = schemaPlaces(document, page)
    .filter(({ pointer }) => pointer.startsWith(item))
    .map(({ pointer }) => pointer.slice(item.length))
    .filter((path) => /^[^/*]+\/[^/*]+$/.test(path));
  const named = (path: string) => `,${path.split("/").flatMap(wordsOf).join()}`;
  const isOfObject = (path: string) => wordsOf(path.split("/")[1] ?? "").length < wordsOf(name).length;
  const whole = inner.filter((path) => named(path) === words);
  const own = wordsOf((path.split("/").at(-1) ?? "").replace(/ies$/, "y").replace(/s$/, "")).join();
  const found =
    whole.length > 0 ? whole : inner.filter((path) => isOfObject(path) && named(path) === `,${own}${words}`);
  const [property, ...others] = new Set(found);
  return property === undefined || others.length > 0
    ? null
    : { property, places: placesAt(document, page, `${items}/0/${property}`) };
}

/** Words with which a parameter leaves what has its value, or its text in it: all else may be a bound, or the contrary. */
const leaves =
  /^only [a-z]+ (?:(?:with|of|that have) this (?:text (?:somewhere |anywhere )?in (?:the|their|its) )?`\w+`(?: of (?:the|their|its|an?) \w+)?|whose `[\w.]+` (?:is|has|contains|holds) this(?: one| text| value)?(?: in it)?(?:,? anywhere)?)$/i;

/**
 * The property of an item that the first words about a parameter name, wherever it stands in the item but in a list: cards with
 * this text in the `fullName` of their holder. null where they name none, or several, or are not of those with a value.
 */
function saidOf(document: Document, page: string, items: string, { name, description = "" }: Parameter) {
  const [said = ""] = description.split(/[.;](?=\s|$)/);
  const [named, ...others] = [...said.matchAll(/`([\w.]+)`/g)].map(([, path]) => path?.replaceAll(".", "/"));
  if (named === undefined || others.length > 0 || !leaves.test(said.trim())) return null;
  const item = `${items}/*`;
  const found = schemaPlaces(document, page).filter(
    ({ pointer, property }) =>
      property !== null &&
      pointer.endsWith(`/${named}`) &&
      pointer.startsWith(`${item}/`) &&
      !pointer.slice(item.length).includes("*"),
  );
  const pointers = [...new Set(found.map(({ pointer }) => pointer.slice(item.length + 1)))];
  const [property = ""] = pointers;
  // The company of a holder is none of these, though words name the holder.
  const isCalled = wordsOf(name).every((word) => wordsOf(property).includes(word));
  return pointers.length !== 1 || !isCalled
    ? null
    : { property, places: placesAt(document, page, `${items}/0/${property}`) };
}

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** What one of several is called, in the usual spellings: statuses, categories, codes. */
function singulars(name: string): readonly string[] {
  const found = [name.replace(/ies$/, "y"), name.replace(/(?<=s|x|ch|sh)es$/, ""), name.replace(/s$/, "")];
  return found.filter((one) => one !== name);
}

/** Every value that a schema allows, where it names them; null is none to ask for. */
function valuesOf({ type, enum: values, const: only }: Schema): readonly (string | number | boolean)[] {
  if (isPlain(only)) return [only];
  if (values !== undefined) return values.filter(isPlain);
  return type === "boolean" ? [true, false] : [];
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

/** Names of parameters that say which page, order or part of the items is shown, or search all of an item. */
const shape =
  /^(?:q|query|search|(?:sort|order)(?:_?by)?|page(?:_?(?:size|number))?|per_?page|size|limit|offset|count|skip|cursor|fields|include|expand)$/i;
/** Names of parameters that are a bound: an item may have a value beyond it. */
const bound =
  /^(?:min|max|since|until|before|after)(?![a-z])|(?:^|_)(?:from|to|since|until|before|after)$|[a-z](?:From|To|Since|Until|Before|After)$/;

/** Formats whose values are the same or not, and no text that anybody looks for a part of. */
const wholeFormats = ["date", "email", "uuid"];
/** Formats of which one value has several spellings, and which are mostly a bound. */
const timeFormats = ["date-time", "time", "duration"];

/** The filter that a parameter is by its type and name; null where it may well be something else. */
function typedFilter(document: Document, parameter: Parameter, places: readonly SchemaPlace[]) {
  const { name, required, schema = {} } = parameter;
  const shown = places.map((place) => place.schema);
  const { type, enum: named, format = "" } = resolve(document, schema);
  const types = new Set(shown.flatMap((one) => one.type ?? []));
  types.delete("null");
  const isAlike = types.size === 1 && typeof type === "string" && types.has(type);
  if (!isAlike || !["integer", "string"].includes(type) || named !== undefined) return null;
  // A list that can't be read without the parameter is a list of what it names.
  if (required === true || shape.test(name) || bound.test(name)) return null;
  const formats = [format, ...shown.flatMap((one) => one.format ?? [])];
  if (formats.some((one) => timeFormats.includes(one))) return null;
  const isOfForm = wholeFormats.includes(format) || shown.some((one) => one.enum !== undefined);
  const isName = isNaming(document, parameter, places);
  const isWhole = isOfForm || isName;
  return { values: null, isText: type === "string" && !isWhole, ...(isName && { isName: true as const }) };
}

/** Words of a parameter that looks for a part of what it is given. */
const ofSearch = /\b(?:search|contain|part|partial|prefix|begin|start|match|like|substring)/i;

/** Words of one that looks for just that. */
const exact = /\b(?:exact(?:ly)?|precisely|identical)\b/i;

/** What the name of something ends with by which others are known. */
const ofId: readonly string[] = ["id", "ids", "uuid"];

/**
 * True for a parameter that says so, or shares the schema of what it leaves with one of a path, or as an id: one such value
 * names one thing.
 */
function isNaming(
  document: Document,
  { name, schema = {}, description = "" }: Parameter,
  places: readonly SchemaPlace[],
): boolean {
  if (ofSearch.test(description)) return false;
  if (exact.test(description) && !/\b(?:not|no|case|treated)\b/i.test(description)) return true;
  const target = (node: Schema) => targetOf(document, node, "");
  const named = target(schema);
  const inPaths = operationsOf(document).flatMap(({ parameters }) =>
    parameters.flatMap((one) => (one.in === "path" && one.schema !== undefined ? [target(one.schema)] : [])),
  );
  const shown = places.map(({ fragment }) => target({ $ref: fragment }));
  const isOfForm = places.some(({ schema: { pattern, format } }) => (pattern ?? format) !== undefined);
  const isId = ofId.includes(wordsOf(name).at(-1) ?? "") && isOfForm;
  return named !== "" && shown.includes(named) && (inPaths.includes(named) || isId);
}
