/** Which items of lists a path names, such as a card and one of its notes. */
import { type Changes, type Operation, operations } from "../../generated/operations.ts";
import { listingOf } from "../base/listing.ts";
import { itemWithId, listOf } from "./created.ts";
import type { RequestContext } from "./seams.ts";
import { type Item, itemsOf } from "./state.ts";

/** A path parameter that names an item: the list that shows it, and where its id stands there. */
export type Named = Pick<Changes, "operation" | "parameter" | "id">;

/** The parameters of a path that name items, in its order: each item is below the one before. */
export function namedItems(operation: Operation): readonly Named[] {
  const parameters = [...operation.path.matchAll(/\{([^}]*)\}/g)];
  return parameters.flatMap(([, parameter = ""]) => namedBy(operation, parameter) ?? []);
}

/** The item that an operation is about where its path ends with it, and not with a part of it; null otherwise. */
export function itemOfPath(operation: Operation): Named | null {
  const named = namedItems(operation).at(-1);
  return named !== undefined && operation.path.endsWith(`{${named.parameter}}`) ? named : null;
}

/** The item that a parameter names in a request; undefined where its list has none with this id. */
export function itemNamed(
  { state }: Pick<RequestContext, "state">,
  { operation, parameter, id }: Named,
  values: Readonly<Record<string, string>>,
): Item | undefined {
  return itemWithId(itemsOf(state, operation), id, values[parameter]);
}

/** What a parameter names, by the link that binds it to the ids of a list, or by what creates such items. */
function namedBy({ bindings, creations = {} }: Operation, parameter: string): Named | null {
  const all: Readonly<Record<string, Operation>> = operations;
  const { operation = "", pointer } = bindings[parameter] ?? {};
  const list = all[operation];
  const page = list === undefined ? null : listingOf(list);
  if (page?.id != null && pointer === `${page.items}/0${page.id.pointer}`)
    return { operation, parameter, id: page.id.pointer };
  const creator = creations[parameter];
  const kept = creator === undefined ? null : listOf({ id: creator.operation });
  return kept === null ? null : { operation: kept.operation, parameter, id: kept.at };
}
