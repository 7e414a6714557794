/** Which of several things has most to show, such as the card with most purchases: in little, little is to be told. */
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { isObject } from "../../base/shape.ts";
import { succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { largestSize } from "../kit/paged.ts";
import { callOf, type Described } from "./operation.ts";

type Values = Readonly<Record<string, string>>;

/** How much there is to see of one of several, such as with a value of a path; 0 where there is nothing, or not yet. */
export interface Amount<T = string> {
  readonly of: (value: T) => Promise<number>;
  /** So much is enough. */
  readonly enough: number;
}

/** A list of so many items has pages of many sizes. */
const longList = 60;

/**
 * Asks how much is below something, such as the purchases of a card, for a value of its path: of a list, how many there
 * are on a page as large as may be asked for.
 */
export function amountWith(run: Run, one: Described, query: Values, path: Values, parameter: string): Amount {
  const listing = listingOf(one.row);
  const [size, sized] = [largestSize(one.row, 2 * longList), one.row.paginated?.pageSize?.parameter];
  const larger = size === null || sized === undefined ? [] : [{ ...query, [sized]: String(size) }];
  const of = async (value: string) => {
    // What is not to be read for another reason is told by what reads it.
    let amount = 1;
    for (const asked of [...larger, query]) {
      const call = callOf(one, { path: { ...path, [parameter]: value }, query: asked });
      const exchange = await ask(run, "arguments", call);
      const json = exchange.response?.json;
      if (exchange.response?.status === 409 || (succeeded(exchange) && isBare(json))) return 0;
      const items = valueAt(json, listing?.items ?? "");
      if (succeeded(exchange)) amount = listing !== null && Array.isArray(items) ? items.length : 1;
      if (succeeded(exchange)) break;
    }
    return amount;
  };
  return { of, enough: listing === null ? 1 : longList };
}

/** True for what has lists, at any depth, and all of them empty. */
export function isBare(json: unknown): boolean {
  const lists = listsIn(json);
  return lists.length > 0 && lists.every(({ length }) => length === 0);
}

function listsIn(json: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(json)) return [json];
  return isObject(json) ? Object.values(json).flatMap(listsIn) : [];
}

/** How many items are tried until one is found that has something to show. */
const mostTried = 6;

/** So many of the items at most, the last one first, and the others from the whole list. */
export function triedOf<T>(items: readonly T[], most = mostTried): readonly T[] {
  const step = Math.max(1, (items.length - 1) / (most - 1));
  const places = Array.from({ length: Math.min(most, items.length) }, (_, index) => Math.round(index * step));
  return places.map((place) => items[items.length - 1 - place] as T);
}

/** The first item that has enough to show, or else the one that has most: the first of them where none has anything. */
export async function fullestOf(
  first: unknown,
  others: readonly unknown[],
  { of, enough }: Amount<unknown>,
): Promise<unknown> {
  let [fullest, most] = [first, 0];
  for (const item of new Set([first, ...others])) {
    const amount = await of(item);
    if (amount > most) [fullest, most] = [item, amount];
    if (most >= enough) break;
  }
  return fullest;
}
