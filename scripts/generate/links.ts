/** What the links of the description say: where parameters get their values, how lists are paged, what is changed. */
import {
  type DescribedOperation,
  type Document,
  operationsOf,
  type Parameter,
  resolve,
  responsesOf,
  type Schema,
} from "./document.ts";

/** A link with the operation at whose response it stands. */
function linksOf(document: Document) {
  return operationsOf(document).flatMap(({ id, operation }) =>
    Object.values(operation.responses).flatMap((response) =>
      Object.values(resolve(document, response).links ?? {}).map((link) => ({ from: id, link })),
    ),
  );
}

/** The JSON pointer in `$response.body#/…`. @throws Error for any other expression. */
function pointerIn(id: string, expression: string | undefined): string {
  const pointer = /^\$response\.body#(\/.*)$/.exec(expression ?? "")?.[1];
  if (pointer !== undefined) return pointer;
  throw new Error(`${id}: a link needs an operationId and a value from $response.body#/…`);
}

/** Where the parameters of each operation get their values, by the links of all responses. */
export function bindingsOf(document: Document) {
  const bindings: Record<string, Record<string, { operation: string; pointer: string }>> = {};
  for (const { from, link } of linksOf(document)) {
    const { operationId, parameters = {} } = link;
    for (const [parameter, expression] of Object.entries(parameters)) {
      const pointer = pointerIn(from, operationId === undefined ? undefined : expression);
      if (operationId === undefined) continue;
      bindings[operationId] = { ...bindings[operationId], [parameter]: { operation: from, pointer } };
    }
  }
  return bindings;
}

/** How an operation is paged: it has a link back to itself that takes the cursor. null without one. */
export function paginationOf(document: Document, one: DescribedOperation) {
  const own = linksOf(document).find(({ from, link }) => from === one.id && link.operationId === one.id);
  const [parameter, expression] = Object.entries(own?.link.parameters ?? {})[0] ?? [];
  if (own === undefined || parameter === undefined) return null;
  const success = Object.entries(responsesOf(document, one)).find(
    ([status, schema]) => status.startsWith("2") && schema !== null,
  )?.[1];
  const page = success == null ? {} : { $ref: success.fragment };
  const cursor = pointerIn(one.id, expression);
  const named = own.link["x-items"];
  const items = named === undefined ? itemsOf(document, one.id, page) : pointerIn(one.id, named);
  return {
    items,
    id: itemIdOf(document, one.id, page, items),
    parameter,
    cursor: existing(document, one.id, page, cursor),
    pageSize: pageSizeOf(document, one.parameters),
  };
}

/** What an operation changes, by a link with `x-changes`; null without one. */
export function changesOf(document: Document, id: string) {
  for (const { from, link } of linksOf(document)) {
    if (link.operationId !== id || link["x-changes"] === undefined) continue;
    const target = pointerIn(from, link["x-changes"]);
    const [parameter = "", expression] = Object.entries(link.parameters ?? {})[0] ?? [];
    const inItem = (pointer: string) => pointer.replace(/^.*?\/[0-9]+(?=\/|$)/, "");
    return { operation: from, parameter, id: inItem(pointerIn(from, expression)), target: inItem(target) };
  }
  return null;
}

/**
 * The JSON pointer to the items of a page: its only array.
 *
 * @throws Error where there is none, or more than one.
 */
function itemsOf(document: Document, id: string, page: Schema): string {
  const arrays = arraysIn(document, page, "");
  const [items, other] = arrays;
  if (items === undefined) throw new Error(`${id}: a paginated response needs an array`);
  if (other !== undefined) {
    throw new Error(
      `${id}: a paginated response needs one array for its items, and has ${arrays.join(" and ")}; say which with x-items on the link`,
    );
  }
  return items;
}

/** Pointers to the arrays of an object, however deep, without those inside of items. */
function arraysIn(document: Document, node: Schema, pointer: string): string[] {
  const { properties = {}, type } = resolve(document, node);
  if (type === "array") return [pointer];
  return Object.entries(properties).flatMap(([name, property]) =>
    arraysIn(document, property, `${pointer}/${name}`),
  );
}

/** What identifies an item: what a link takes from one to name it in a path, or else its property id. */
function itemIdOf(document: Document, id: string, page: Schema, items: string) {
  const bound = linksOf(document)
    .filter(({ from, link }) => from === id && link.operationId !== id)
    .flatMap(({ link }) => Object.values(link.parameters ?? {}))
    .map((expression) => pointerIn(id, expression))
    .find((pointer) => pointer.startsWith(`${items}/`));
  const pointer = bound === undefined ? "/id" : bound.slice(items.length).replace(/^\/[0-9]+/, "");
  const item = schemaAt(document, page, items)?.items;
  const schema = item === undefined ? undefined : schemaAt(document, item, pointer);
  return schema === undefined ? null : { pointer, schema: schema.$ref?.split("/").at(-1) ?? null };
}

/** The schema at a pointer into a value, not resolved itself; undefined where nothing is shown. */
function schemaAt(document: Document, schema: Schema, pointer: string): Schema | undefined {
  let node: Schema | undefined = schema;
  for (const name of pointer.split("/").slice(1)) node = resolve(document, node ?? {}).properties?.[name];
  return node === undefined ? undefined : { ...resolve(document, node), ...node };
}

/**
 * The pointer, where the schema shows something there.
 *
 * @throws Error where it shows nothing: every walk would end after one page.
 */
function existing(document: Document, id: string, page: Schema, pointer: string): string {
  if (schemaAt(document, page, pointer) !== undefined) return pointer;
  const known = Object.keys(resolve(document, page).properties ?? {}).map((name) => `/${name}`);
  throw new Error(
    `${id}: its link takes the cursor from ${pointer}, which the response does not have (it has ${known.join(", ")})`,
  );
}

/** The query parameter with a number for its default is the one that takes the size of a page. */
function pageSizeOf(document: Document, parameters: readonly Parameter[]) {
  for (const { in: place, name, schema } of parameters) {
    const { default: size } = schema === undefined ? {} : resolve(document, schema);
    if (place === "query" && typeof size === "number") return { parameter: name, default: size };
  }
  return null;
}
