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
import { placesAt, type SchemaPlace } from "./schema-places.ts";

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
  { parameters }: DescribedOperation,
  { page, items, paging }: Listed,
): Readonly<Record<string, Filter>> {
  const all = parameters.flatMap((parameter) => {
    const { in: where, name, schema } = parameter;
    const places = placesAt(document, page, `${items}/0/${name}`);
    const [first] = places;
    if (where !== "query" || schema === undefined || first === undefined || paging.includes(name)) return [];
    const values = valuesOf(resolve(document, schema));
    // Each kind of item may have a value of its own.
    const known = places.flatMap(({ fragment }) =>
      valuesOf(resolve(document, nodeAt(document, fragment) as Schema)),
    );
    const ofValues = values.every((value) => known.includes(value)) ? { values, isText: false } : null;
    const filter = values.length > 0 ? ofValues : typedFilter(document, parameter, places);
    return filter === null ? [] : [[name, { pointer: `/${name}`, ...filter }] as const];
  });
  return Object.fromEntries(all);
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

/** True for a schema that is also the one of a parameter of a path: one such value names one thing. */
function isNaming(
  document: Document,
  { schema = {}, description = "" }: Parameter,
  places: readonly SchemaPlace[],
): boolean {
  if (ofSearch.test(description)) return false;
  const target = (node: Schema) => targetOf(document, node, "");
  const named = target(schema);
  const inPaths = operationsOf(document).flatMap(({ parameters }) =>
    parameters.flatMap((one) => (one.in === "path" && one.schema !== undefined ? [target(one.schema)] : [])),
  );
  const shown = places.map(({ fragment }) => target({ $ref: fragment }));
  return named !== "" && inPaths.includes(named) && shown.includes(named);
}
