/** What the words of a description say of each item that is written to: when that is refused, and that it was changed. */
import { type Changes, type Operation, type OperationId, operations } from "../../generated/operations.ts";
import { valueAt } from "../../src/core/json.ts";
import type { RequestContext } from "./seams.ts";
import { type Item, itemsOf } from "./state.ts";

/** True for an item in a state in which the description refuses an operation, where others are in another state. */
export function isRefusedState(
  { state }: RequestContext,
  { bindings }: Operation,
  item: Item | undefined,
): boolean {
  return Object.values(bindings).some(({ refused }) => {
    if (refused === undefined) return false;
    const isIn = (one: unknown) => refused.values.includes(String(valueAt(one, refused.pointer)));
    return isIn(item) && !itemsOf(state, refused.list).every(isIn);
  });
}

/**
 * Makes the moment of an item's last change now.
 *
 * @param list - The operation that shows the item; as the change names it by default.
 */
export function showLastChange(
  item: Item,
  { operation }: Changes,
  now: number,
  list: Pick<Operation, "id" | "lastChanged"> = operations[operation as OperationId],
): void {
  const name = list.lastChanged?.slice(1);
  if (name !== undefined && item[name] !== undefined) item[name] = new Date(now).toISOString();
}
