/** The order in which a list shows its items. */
import type { Listing, Order } from "../../generated/operations.ts";
import { valueAt } from "../../src/core/json.ts";
import { orderOf } from "../base/order.ts";
import type { Item } from "./state.ts";

/** The items in the order that a query asks for, or else in that of the words about the list; as they are where these say none. */
export function sorted(
  items: readonly Item[],
  { sort, usualOrder }: Pick<Listing, "sort" | "usualOrder">,
  query: URLSearchParams,
): readonly Item[] {
  const asked = query.get(sort?.parameter ?? "");
  const order = sort?.orders.find(({ value }) => value === asked) ?? usualOrder;
  return order === undefined ? items : items.toSorted(comparing(order));
}

/** Compares two items: numbers, days and moments by value, texts by their characters; what has no value comes last. */
function comparing({ pointer, direction }: Omit<Order, "value">): (one: Item, other: Item) => number {
  const sign = direction === "descending" ? -1 : 1;
  return (one, other) => {
    const [first, second] = [valueAt(one, pointer) ?? null, valueAt(other, pointer) ?? null];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    const [own, others] = [orderOf(first), orderOf(second)];
    if (own !== null && others !== null) return sign * (own - others);
    const [text, next] = [String(first), String(second)];
    return text === next ? 0 : sign * (text < next ? -1 : 1);
  };
}
