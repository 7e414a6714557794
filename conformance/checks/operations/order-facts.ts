/** Judges the order in which a list has shown its items. */
import type { Order } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { shortened } from "../../base/text.ts";
import { held } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { isMasked } from "./asked.ts";
import type { FilterValue } from "./filter-values.ts";
import { type Described, nameOf } from "./operation.ts";
import { idsIn } from "./pages.ts";
import { certainOrder, plainText } from "./text-order.ts";

/** How many different values it takes to tell: of fewer, too much may be chance. */
export const tellingValues = 3;

/** A list in one order, the same each time that it was read. */
export interface OrderedList {
  readonly order: Order;
  /** The parameter that takes the order; null where it comes without being asked for. */
  readonly parameter: string | null;
  /** The value of a filter that was asked for as well; absent where none was. */
  readonly beside?: { readonly name: string; readonly value: FilterValue };
  readonly items: readonly unknown[];
  /** True where it was read to its end. */
  readonly isWhole?: boolean;
  /** Ids of the exchanges, one for each page. */
  readonly pages: readonly string[];
}

/** The values by which the items are sorted; those that have none, or hide it, stand anywhere. */
function valuesOf({ order, items }: OrderedList): readonly unknown[] {
  return items
    .map((item) => valueAt(item, order.pointer) ?? null)
    .filter((value) => value !== null && !isMasked(value));
}

/** True where there are enough different values, however they are written. */
export function isTelling(list: OrderedList): boolean {
  const values = valuesOf(list).map((value) => (typeof value === "string" ? plainText(value) : value));
  return new Set(values).size >= tellingValues;
}

/** Two values, one right after the other. */
type Pair = readonly [one: unknown, next: unknown];

/** The first two neighbours that are surely in the wrong order; null where there are none. */
function misplaced({ order }: OrderedList, values: readonly unknown[]): Pair | null {
  const pairs = values.slice(1).map((next, index): Pair => [values[index], next]);
  const rises = pairs.find(([one, next]) => certainOrder(one, next) < 0);
  const falls = pairs.find(([one, next]) => certainOrder(one, next) > 0);
  if (order.direction === null) return rises === undefined ? null : (falls ?? null);
  return (order.direction === "ascending" ? falls : rises) ?? null;
}

/** Judges one order by itself; null where it shows nothing for certain. */
export function judgeOrder(one: Described, list: OrderedList): Fact | null {
  if (list.order.isRanked === true || !isTelling(list)) return null;
  const pair = misplaced(list, valuesOf(list));
  const { direction, value } = list.order;
  const asked = list.parameter === null ? "what is listed" : `${list.parameter}=${value}`;
  if (pair === null) return held(`${asked} was in order`, list.pages[0]);
  return violated(
    list,
    `${requestOf(one, list)} lists its items in another order.`,
    direction ?? "ascending or descending",
    `${text(pair[0])}, then ${text(pair[1])}`,
  );
}

/** Judges two opposite orders by each other: they differ, whatever the values are compared by; null where they do. */
export function judgeOpposites(one: Described, list: OrderedList, other: OrderedList): Fact | null {
  if (list.beside?.name !== other.beside?.name) return null;
  const isOpposite = list.order.direction === "ascending" && other.order.direction === "descending";
  if (!isOpposite || list.order.pointer !== other.order.pointer || !isTelling(list)) return null;
  if (jsonText(valuesOf(list)) !== jsonText(valuesOf(other))) return null;
  return violated(
    other,
    `${requestOf(one, other)} lists its items in the order of ${list.parameter}=${list.order.value}.`,
    "the opposite order",
    "the same order",
  );
}

/** Judges whether an item stands on one page alone; null where it does. The list was the same each time that it was read. */
export function judgeRepeated(one: Described, list: OrderedList): Fact | null {
  const ids = list.items.flatMap((item) => [...idsIn(one, [item])]);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return null;
  return violated(list, `${requestOf(one, list)} lists an item twice.`, "each item once", `${twice} twice`);
}

/**
 * Judges whether everything that is listed without an order is listed in it; null where it is. What has no value may
 * stand nowhere.
 *
 * @param all - What was listed both before and after, without an order.
 */
export function judgeLost(one: Described, list: OrderedList, all: readonly unknown[]): Fact | null {
  if (list.isWhole !== true || list.beside !== undefined) return null;
  const ids = idsIn(one, list.items);
  const valued = all.filter((item) => (valueAt(item, list.order.pointer) ?? null) !== null);
  const [lost] = [...idsIn(one, valued)].filter((id) => !ids.has(id));
  if (lost === undefined) return null;
  return violated(
    list,
    `${requestOf(one, list)} leaves out what it lists in no order.`,
    "each item",
    `no ${lost}`,
  );
}

function requestOf({ row }: Described, { parameter, order, beside }: OrderedList): string {
  const query = [
    ...(beside === undefined ? [] : [`${beside.name}=${beside.value}`]),
    ...(parameter === null ? [] : [`${parameter}=${order.value}`]),
  ];
  return query.length === 0 ? nameOf(row) : `${nameOf(row)}?${query.join("&")}`;
}

function violated({ order, pages }: OrderedList, message: string, expected: string, received: string): Fact {
  const by = order.pointer.slice(1);
  return {
    kind: "violated",
    message,
    expected: [`${expected}, by ${by}`],
    received: `${received}`,
    pointer: order.pointer,
    exchanges: pages,
  };
}

function text(value: unknown): string {
  return shortened(jsonText(value), 100);
}
