/**
 * Lists that show all of their items at once, or in pages that have numbers: a link leads from an item to a path
 * one level below that of the list, or its items have an `id`, or what such a path names.
 */
import { type DescribedOperation, type Document, operationsOf } from "./document.ts";
import { filtersOf } from "./filters.ts";
import { linksOf, pointerOf } from "./links.ts";
import { isNumber, numberedOf, sizeName } from "./numbered.ts";
import { sortOf, usualOrderOf } from "./orders.ts";
import { idSchemaOf, paginationOf } from "./pages.ts";
import { rangesOf } from "./ranges.ts";
import { isArray, placeAt, schemaPlaces } from "./schema-places.ts";
import { type NamedSchema, schemaPlaceOf } from "./schemas.ts";
import { totalOf } from "./totals.ts";

/** Where a list without pages has its items, and what identifies them; null for any other operation. */
export function listingOf(document: Document, one: DescribedOperation) {
  const found = foundIn(document, one);
  if (found === null) return null;
  const { page, items, pointer, schema } = found;
  const numbered = numberedOf(document, one);
  const isNumbered = one.parameters.some((each) => isNumber(document, each));
  // Of a list of which nothing says where its pages begin, a part alone is known.
  if (isNumbered && numbered === null && one.operation["x-paginated"] !== false) return null;
  const total = numbered === null ? null : totalOf(document, one, page);
  const listed = { page, items, paging: [numbered?.parameter, numbered?.size?.parameter] };
  const [filters, ranges] = [filtersOf(document, one, listed), rangesOf(document, one, listed)];
  const ofItems = { page, items, id: pointer };
  const [sort, usualOrder] = [sortOf(document, one, ofItems), usualOrderOf(document, one, ofItems)];
  return {
    items,
    id: { pointer, schema: schema?.name ?? null },
    ...(numbered === null ? {} : { numbered }),
    ...(total === null ? {} : { total }),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
    ...(Object.keys(ranges).length === 0 ? {} : { ranges }),
    ...(sort === null ? {} : { sort }),
    ...(usualOrder === null ? {} : { usualOrder }),
  };
}

/** The schemas by which the ids of such lists are known. */
export function listedIdSchemasOf(document: Document): readonly NamedSchema[] {
  return operationsOf(document).flatMap((one) => foundIn(document, one)?.schema ?? []);
}

function foundIn(document: Document, one: DescribedOperation) {
  if (one.method !== "get" || paginationOf(document, one) !== null) return null;
  const all = operationsOf(document);
  for (const placed of linksOf(document).filter(({ from }) => from.id === one.id)) {
    const target = all.find(({ id }) => id === placed.link.operationId);
    for (const [name, expression] of Object.entries(placed.link.parameters ?? {})) {
      const isBelow = `${target?.path}/`.startsWith(`${one.path}/{${name}}/`);
      const at = pointerOf(document, placed, expression, `/parameters/${name}`);
      const [, items, pointer] = /^(.*?)\/[0-9]+(\/.+)$/.exec(at) ?? [];
      const place = placed.page === null ? undefined : placeAt(document, placed.page, at);
      if (!isBelow || items === undefined || pointer === undefined || place === undefined) continue;
      const schema = idSchemaOf(document, `${one.id}.items${pointer}`, place.fragment);
      return { page: placed.page ?? "", items, pointer, schema };
    }
  }
  return unlinkedIn(document, one, all);
}

/**
 * The only list in an answer, of items with an `id`, or with what the path below it names, such as a category: no link leads
 * from them, and nothing replaces or changes it as a whole.
 */
function unlinkedIn(document: Document, one: DescribedOperation, all: readonly DescribedOperation[]) {
  const isResource = all.some(({ method, path }) => path === one.path && ["put", "patch"].includes(method));
  const isOfPages = one.parameters.some(
    (each) => each.in === "query" && (sizeName.test(each.name) || isNumber(document, each)),
  );
  const isPart = one.operation["x-paginated"] === false || (isOfPages && numberedOf(document, one) === null);
  if (one.path.endsWith("}") || isResource || isPart) return null;
  const response = one.operation.responses["200"];
  const page =
    response === undefined ? null : schemaPlaceOf(document, response, `${one.fragment}/responses/200`);
  if (page === null) return null;
  const arrays = schemaPlaces(document, page).filter(
    ({ pointer, schema }) => isArray(schema) && !pointer.includes("/*"),
  );
  const [items, ...others] = new Set(arrays.map(({ pointer }) => pointer));
  const named = namesBelow(all, one).map((name) => `/${name}`);
  const pointer = [...named, "/id"].find((at) => placeAt(document, page, `${items}/0${at}`) !== undefined);
  const place = placeAt(document, page, `${items}/0${pointer}`);
  // What has an id of its own is no list, but something with parts.
  const isItem = items !== "" && placeAt(document, page, "/id") !== undefined;
  if (items === undefined || others.length > 0 || pointer === undefined || place === undefined || isItem)
    return null;
  return { page, items, pointer, schema: idSchemaOf(document, `${one.id}.items${pointer}`, place.fragment) };
}

/** The parameters by which items of a list are written one level below it: what is only read there may be several. */
function namesBelow(all: readonly DescribedOperation[], { path }: DescribedOperation): readonly string[] {
  const names = all.flatMap(({ method, path: below }) => {
    const [, name] = below.startsWith(path) ? (/^\/\{(\w+)\}$/.exec(below.slice(path.length)) ?? []) : [];
    return name === undefined || !["put", "patch", "delete"].includes(method) ? [] : [name];
  });
  return [...new Set(names)];
}
