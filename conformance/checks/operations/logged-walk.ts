/** Walks over a list, found in what was sent. Pure. */
import { valueAt } from "../../../src/core/json.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Row } from "./operation.ts";

/** A walk from the first page of a list to its last one. */
export interface LoggedWalk {
  readonly pages: readonly Exchange[];
  readonly items: number;
}

/**
 * The walk that a page ends: its pages, and how many items they have; null where its beginning is not known.
 *
 * @param log - What was sent, the page included.
 */
export function walkTo(last: Exchange, row: Row, log: readonly Exchange[]): LoggedWalk | null {
  const { paginated } = row;
  if (paginated === null) return null;
  const asked = ({ request }: Exchange) => {
    const url = new URL(request.url);
    const cursor = url.searchParams.get(paginated.parameter);
    url.searchParams.delete(paginated.parameter);
    return { cursor, rest: url.href };
  };
  const pages = [last];
  for (let place = log.indexOf(last); ; ) {
    const { cursor, rest } = asked(pages[0] ?? last);
    if (cursor === null) break;
    const leads = (one: Exchange) =>
      one.operation === row.id &&
      valueAt(one.response?.json, paginated.cursor) === cursor &&
      asked(one).rest === rest;
    place = lastIndexBefore(log, place, leads);
    const before = log[place];
    if (before === undefined) return null;
    pages.unshift(before);
  }
  const sizes = pages.map(({ response }) => valueAt(response?.json, paginated.items));
  const items = sizes.reduce<number>((sum, one) => sum + (Array.isArray(one) ? one.length : Number.NaN), 0);
  return Number.isNaN(items) ? null : { pages, items };
}

function lastIndexBefore(log: readonly Exchange[], end: number, is: (one: Exchange) => boolean): number {
  for (let place = end - 1; place >= 0; place -= 1) {
    const one = log[place];
    if (one !== undefined && is(one)) return place;
  }
  return -1;
}
