/**
 * What creates the items that paths name: a POST one level above them, or one whose answer alone leads to them (201, or 202 where they
 * are jobs), or a PUT of the
 * path of the item itself.
 */
import type { Binding } from "../../generated/operations.ts";
import type { Bindings } from "./bindings.ts";
import { type DescribedOperation, type Document, operationsOf } from "./document.ts";
import { linksOf, pointerOf } from "./links.ts";
import { listingOf } from "./listings.ts";
import { idSchemaOf, paginationOf } from "./pages.ts";
import { placeAt } from "./schema-places.ts";
import { type NamedSchema, schemaPlaceOf } from "./schemas.ts";

/** True where a POST makes what a parameter names: one more below its own path, as /card/{id} is below /card. */
function createsFor(from: DescribedOperation, target: DescribedOperation, parameter: string): boolean {
  return from.method === "post" && `${target.path}/`.startsWith(`${from.path}/{${parameter}}/`);
}

/** True where a 202 leads to something of its own, which may be its job: not to what its path speaks of, to be removed. */
function isJob(from: DescribedOperation, target: DescribedOperation, parameter: string): boolean {
  const [above = ""] = target.path.split(`{${parameter}}`);
  return target.method !== "delete" && !from.path.startsWith(above);
}

/**
 * What a PUT creates under an id that its caller chooses: an item of the list one level above its path, where a 201 is
 * described. null for any other operation.
 */
export function createsOf(document: Document, one: DescribedOperation) {
  const [, above, parameter = ""] = /^(.*)\/\{([^/}]+)\}$/.exec(one.path) ?? [];
  if (one.method !== "put" || !("201" in one.operation.responses)) return null;
  const list = operationsOf(document).find(({ method, path }) => method === "get" && path === above);
  const id = list === undefined ? undefined : (paginationOf(document, list) ?? listingOf(document, list))?.id;
  const described = one.parameters.find(({ in: place, name }) => place === "path" && name === parameter);
  if (list === undefined || id == null || described?.schema === undefined) return null;
  const schema = idSchemaOf(document, `${one.id}.path.${parameter}`, `${described.fragment}/schema`);
  return { operation: list.id, parameter, id: id.pointer, schema };
}

/** The schemas of the ids under which a PUT creates. */
export function newIdSchemasOf(document: Document): readonly NamedSchema[] {
  return operationsOf(document).flatMap((one) => createsOf(document, one)?.schema ?? []);
}

/** Where the parameters of each operation get the ids of what another operation creates. */
export function creationsOf(document: Document, bindings: Bindings): Bindings {
  const operations = new Map(operationsOf(document).map((one) => [one.id, one]));
  const creations: Record<string, Record<string, Binding>> = {};
  for (const placed of linksOf(document)) {
    const { from, link } = placed;
    const target = operations.get(link.operationId ?? "");
    if (target === undefined) continue;
    for (const [name, expression] of Object.entries(link.parameters ?? {})) {
      const isShownBy = bindings[target.id]?.[name]?.operation === from.id;
      const isNew =
        from.method === "post" &&
        (placed.status === "201" || (placed.status === "202" && isJob(from, target, name))) &&
        isShownBy;
      if (!isNew && !createsFor(from, target, name)) continue;
      const pointer = pointerOf(document, placed, expression, "");
      creations[target.id] = { [name]: { operation: from.id, pointer }, ...creations[target.id] };
    }
  }
  for (const [id, bound] of Object.entries(bindings)) {
    for (const [name, { pointer }] of Object.entries(bound)) {
      const [, inItem] = /\/0(\/.+)$/.exec(pointer) ?? [];
      const target = operations.get(id);
      if (creations[id]?.[name] !== undefined || inItem === undefined || target === undefined) continue;
      const creator =
        [...operations.values()].find((one) => createsFor(one, target, name)) ??
        shownAfter(document, operations, target, name, inItem);
      if (creator === undefined) continue;
      // What a list shows of an item, the answer that creates one shows as well, at the same place.
      if (showsAt(document, creator, inItem))
        creations[id] = { ...creations[id], [name]: { operation: creator.id, pointer: inItem } };
    }
  }
  for (const [id, bound] of Object.entries(bindings)) {
    for (const [name, from] of Object.entries(bound)) {
      if (creations[id]?.[name] !== undefined) continue;
      // What goes on from the read of what a POST has made is asked of the same thing, where no list shows one.
      const isRead = ({ id: read, method, path }: DescribedOperation) =>
        method === "get" &&
        path.endsWith(`/{${name}}`) &&
        operations.get(id)?.path.startsWith(`${path}/`) === true &&
        creations[read]?.[name]?.operation === from.operation;
      const read = [...operations.values()].find(isRead);
      const made = creations[read?.id ?? ""]?.[name];
      if (made !== undefined) creations[id] = { ...creations[id], [name]: made };
    }
  }
  for (const put of operations.values()) {
    const { parameter = "", id: pointer = "" } = createsOf(document, put) ?? {};
    for (const { id, path } of parameter === "" ? [] : operations.values()) {
      if (!`${path}/`.startsWith(`${put.path}/`)) continue;
      // Where a POST creates such items as well, its answer says which id is right.
      creations[id] = { [parameter]: { operation: put.id, pointer }, ...creations[id] };
    }
  }
  return creations;
}

/**
 * The POST whose 201 leads to the read of an item, by the id that a list shows of it, where the path of an operation goes on
 * from there: a payment that is booked can be reversed. What it is asked about is no item of that kind itself.
 */
function shownAfter(
  document: Document,
  operations: ReadonlyMap<string, DescribedOperation>,
  target: DescribedOperation,
  name: string,
  inItem: string,
): DescribedOperation | undefined {
  const found = linksOf(document).find((placed) => {
    const { from, link, status } = placed;
    const read = operations.get(link.operationId ?? "");
    const expression = link.parameters?.[name];
    return (
      from.method === "post" &&
      status === "201" &&
      read?.method === "get" &&
      !`${from.path}/`.startsWith(`${read.path}/`) &&
      read.path.endsWith(`/{${name}}`) &&
      target.method !== "delete" &&
      target.path.startsWith(`${read.path}/`) &&
      expression !== undefined &&
      pointerOf(document, placed, expression, "") === inItem
    );
  });
  return found?.from;
}

/** True if a success of an operation has a value at a JSON pointer. */
function showsAt(document: Document, { operation, fragment }: DescribedOperation, pointer: string): boolean {
  return Object.entries(operation.responses).some(([status, response]) => {
    const place = status.startsWith("2")
      ? schemaPlaceOf(document, response, `${fragment}/responses/${status}`)
      : null;
    return place !== null && placeAt(document, place, pointer) !== undefined;
  });
}
