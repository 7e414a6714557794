/** How an operation is paged. */
import { type DescribedOperation, type Document, nodeAt, operationsOf, type Schema } from "./document.ts";
import { filtersOf } from "./filters.ts";
import { linksOf, type PlacedLink, pointerOf } from "./links.ts";
import { isNumber } from "./numbered.ts";
import { sortOf, usualOrderOf } from "./orders.ts";
import { pageSizeOf } from "./page-size.ts";
import { rangesOf } from "./ranges.ts";
import { Refusal } from "./refusal.ts";
import { isArray, placeAt, schemaPlaces } from "./schema-places.ts";
import { bounds, type NamedSchema } from "./schemas.ts";
import { totalOf } from "./totals.ts";

/** Names of links to other pages than the next one, such as the relations of IANA: nobody here follows them. */
const otherPage = /^(?:prev|first|last|self)/i;

/** The links of an operation to its next page: one whose parameters stand in its path leads to another item. */
function pageLinksOf(document: Document, { id, path }: DescribedOperation): readonly PlacedLink[] {
  const isOfItem = ({ link }: PlacedLink) => {
    const names = Object.keys(link.parameters ?? {});
    return names.length > 0 && names.every((name) => path.includes(`{${name}}`));
  };
  return linksOf(document).filter(
    (placed) =>
      placed.from.id === id &&
      placed.link.operationId === id &&
      !otherPage.test(placed.name) &&
      !isOfItem(placed),
  );
}

/** True for a link that takes the number of the next page: that is no cursor. */
function isOfNumber(document: Document, { parameters }: DescribedOperation, { link }: PlacedLink): boolean {
  const names = Object.keys(link.parameters ?? {});
  return parameters.some((one) => names.includes(one.name) && isNumber(document, one));
}

/**
 * How an operation is paged: it has a link back to itself that takes the cursor. null without one.
 *
 * @throws Refusal where the link leaves open which parameter, cursor or items are meant.
 */
export function paginationOf(document: Document, one: DescribedOperation) {
  const [own, other] = pageLinksOf(document, one);
  if (own === undefined || isOfNumber(document, one, own)) return null;
  const [first, second] = Object.entries(own.link.parameters ?? {});
  if (other !== undefined || first === undefined || second !== undefined) {
    throw new Refusal(
      (other ?? own).fragment,
      `${one.id}: the link to the next page is one, with one parameter, which takes the cursor; leave out the rest`,
    );
  }
  if (one.operation["x-paginated"] === false) {
    throw new Refusal(
      own.fragment,
      `${one.id}: it has a link to its next page and x-paginated: false; remove one`,
    );
  }
  const [parameter, expression] = first;
  const cursor = pointerOf(document, own, expression, `/parameters/${parameter}`);
  const items = itemsOf(document, own);
  const pageSize = pageSizeOf(document, one);
  const paging = [parameter, pageSize?.parameter];
  const listed = { page: own.page ?? "", items, paging };
  const [filters, ranges] = [filtersOf(document, one, listed), rangesOf(document, one, listed)];
  const more = moreOf(document, own.page ?? "");
  const total = totalOf(document, one, own.page ?? "");
  const id = itemIdOf(document, own, items);
  const ofItems = { page: own.page ?? "", items, id: id?.pointer ?? null };
  const [sort, usualOrder] = [sortOf(document, one, ofItems), usualOrderOf(document, one, ofItems)];
  return {
    items,
    id: id === null ? null : { pointer: id.pointer, schema: id.schema?.name ?? null },
    parameter,
    cursor,
    ...(more === undefined ? {} : { more }),
    ...(total === null ? {} : { total }),
    pageSize,
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
    ...(Object.keys(ranges).length === 0 ? {} : { ranges }),
    ...(sort === null ? {} : { sort }),
    ...(usualOrder === null ? {} : { usualOrder }),
    rules: { cursor: ruleOf(one, parameter), pageSize: ruleOf(one, pageSize?.parameter) },
  };
}

/** The rule of a query parameter; null where there is none. */
function ruleOf({ parameters }: DescribedOperation, name: string | undefined): string | null {
  const found = parameters.find((parameter) => parameter.in === "query" && parameter.name === name);
  return found?.["x-requirement"] ?? null;
}

/** Names of query parameters and properties under which other APIs page their lists. */
const pagingName =
  /cursor|page_?token|continuation|^(?:after|next|starting_?after)$|^next_?(?:page|link|key|token)/i;

/**
 * Refuses a GET that looks paged and has no link to its next page: client and suite would read one page of it.
 *
 * @throws Refusal with both remedies.
 */
export function refuseUnlinkedPage(document: Document, one: DescribedOperation, page: string): void {
  const { id, method, operation, parameters, fragment } = one;
  if (method !== "get" || operation["x-paginated"] === false) return;
  if (paginationOf(document, one) !== null || parameters.some((each) => isNumber(document, each))) return;
  const places = schemaPlaces(document, page).filter(({ pointer }) => !pointer.includes("/*"));
  const names = [
    ...parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
    ...places.flatMap(({ property }) => property ?? []),
  ];
  const name = names.find((candidate) => pagingName.test(candidate));
  if (name === undefined || !places.some(({ schema }) => isArray(schema))) return;
  throw new Refusal(
    fragment,
    `${id}: it looks like a list in pages, since it has an array and ${name}; add a link from its response to itself that takes the cursor, or say x-paginated: false`,
  );
}

/**
 * The JSON pointer to the items of a page: the array that `x-items` names, or its only one.
 *
 * @throws Refusal where there is none, or more than one.
 */
function itemsOf(document: Document, own: PlacedLink): string {
  const { from, link, fragment, page } = own;
  const arrays = schemaPlaces(document, page ?? fragment)
    .filter(({ pointer, schema }) => isArray(schema) && !pointer.includes("/*"))
    .map(({ pointer }) => pointer);
  const all = [...new Set(arrays)];
  if (link["x-items"] !== undefined) {
    const named = pointerOf(document, own, link["x-items"], "/x-items");
    if (all.includes(named)) return named;
    throw new Refusal(
      `${fragment}/x-items`,
      `${from.id}: x-items leads to ${named}, which is no array; the response has ${all.join(" and ") || "none"}`,
    );
  }
  const [items, other] = all;
  if (items === undefined) {
    throw new Refusal(fragment, `${from.id}: a page needs an array for its items; add it to the response`);
  }
  if (other !== undefined) {
    throw new Refusal(
      fragment,
      `${from.id}: a page needs one array for its items, and has ${all.join(" and ")}; say which with x-items on the link, as $response.body#${items}`,
    );
  }
  return items;
}

/** Names of what says in other APIs whether there is another page. */
const moreName = /^(?:has_?)?(?:more|next)(?:_?(?:pages?|items|results))?$/i;

/** The JSON pointer to a boolean of a page that is called so; undefined where there is none, or more than one. */
function moreOf(document: Document, page: string): string | undefined {
  const found = schemaPlaces(document, page).filter(
    ({ property, pointer, schema }) =>
      schema.type === "boolean" && moreName.test(property ?? "") && !pointer.includes("/*"),
  );
  return found.length === 1 ? found[0]?.pointer : undefined;
}

/**
 * What identifies an item: what a link takes from one for a path below that of the list, as /card/{id} is below /card, or
 * else its property id, or what another link takes. What the path of the list names already, such as the team of its
 * members, is the same for all of them.
 */
function itemIdOf(document: Document, own: PlacedLink, items: string) {
  const { from } = own;
  const taken = linksOf(document)
    .filter((placed) => placed.from.id === from.id && placed.link.operationId !== from.id)
    .flatMap((placed) => {
      const target = operationsOf(document).find(({ id }) => id === placed.link.operationId);
      return Object.entries(placed.link.parameters ?? {}).map(([name, expression]) => ({
        name,
        isBelow: `${target?.path}/`.startsWith(`${from.path}/{${name}}/`),
        pointer: pointerOf(document, placed, expression, `/parameters/${name}`),
      }));
    })
    .filter(({ name, pointer }) => pointer.startsWith(`${items}/`) && !from.path.includes(`{${name}}`));
  const inItem = ({ pointer }: { readonly pointer: string }) =>
    pointer.slice(items.length).replace(/^\/[0-9]+/, "");
  const below = taken.filter(({ isBelow }) => isBelow).map(inItem);
  for (const pointer of [...below, "/id", ...taken.map(inItem)]) {
    const place = placeAt(document, own.page ?? "", `${items}/0${pointer}`);
    if (place !== undefined)
      return { pointer, schema: idSchemaOf(document, `${from.id}.items${pointer}`, place.fragment) };
  }
  return null;
}

/** The schema of an id; one that stands in the item is called after its place. null where any text fits it. */
export function idSchemaOf(document: Document, place: string, fragment: string): NamedSchema | null {
  const { $ref, type = "string", ...rest } = nodeAt(document, fragment) as Schema;
  if ($ref !== undefined) return { name: $ref.split("/").at(-1) ?? "", fragment: $ref };
  const isFree = type === "string" && ![...bounds, "allOf", "anyOf", "oneOf"].some((one) => one in rest);
  return isFree ? null : { name: place.replaceAll("/", "."), fragment };
}

/** The schemas by which the ids of lists are known, also those that stand in the items. */
export function itemIdSchemasOf(document: Document): readonly NamedSchema[] {
  return operationsOf(document).flatMap((one) => {
    const [own] = pageLinksOf(document, one);
    const paged = paginationOf(document, one);
    return own === undefined || paged === null ? [] : (itemIdOf(document, own, paged.items)?.schema ?? []);
  });
}
