/** Reading everything that an operation lists. */
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { type Exchange, quoted, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { largestSize, readBack } from "../kit/paged.ts";
import { type Item, idOf } from "../kit/walk.ts";
import { callOf, type Described, nameOf } from "./operation.ts";

/** Asked for where a page size may be asked for: a list is read many times. */
const generousSize = 100;
/** Of a longer list, the first pages stand for all, unless one item is looked for. */
export const somePages = 10;
const manyPages = 1000;

/** What a list belongs to, and what else a request of it needs. */
export interface ListArguments {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** What is special about the way in which a list is read. */
export interface Reading {
  /** True for an item that is looked for: then the list is read up to it, however long it is. */
  readonly isWanted?: ((item: unknown) => boolean) | null;
  /** Query parameters beside those of paging. */
  readonly filter?: Readonly<Record<string, string>>;
  /** How many items a page should have; large pages by default. Left out where none may be asked for. */
  readonly perPage?: number;
}

/**
 * The items of a list, from the first page on where it has pages: at most those of ten pages.
 *
 * @throws Inconclusive if a page can't be read.
 */
export async function readItems(
  run: Run,
  list: Described,
  args: ListArguments,
  purpose: string,
  { isWanted = null, filter = {}, perPage = generousSize }: Reading = {},
): Promise<readonly unknown[]> {
  const { paginated } = list.row;
  if (listingOf(list.row) === null) throw new Error(`${list.row.id} lists nothing`);
  const size = await pageSize(run, list, args, perPage);
  const items: unknown[] = [];
  const cursors = new Set<string>();
  const mostPages = isWanted === null ? somePages : manyPages;
  for (let cursor: string | null = null; ; ) {
    const next: Record<string, string> =
      cursor === null || paginated === null ? {} : { [paginated.parameter]: cursor };
    const query = { ...args.query, ...filter, ...size, ...next };
    const exchange = await ask(run, purpose, callOf(list, { path: args.path, query }));
    const page = itemsIn(list, exchange);
    if (page === null)
      throw new Inconclusive(`${nameOf(list.row)} can't be read: ${quoted(exchange)}`, [exchange.id]);
    items.push(...page);
    if (isWanted !== null && page.some(isWanted)) return items;
    const following = paginated === null ? null : valueAt(exchange.response?.json, paginated.cursor);
    if (typeof following !== "string" || cursors.has(following) || cursors.size + 1 >= mostPages)
      return items;
    cursors.add(following);
    cursor = following;
  }
}

/** The ids of those items that have one. */
export function idsIn({ row }: Described, items: readonly unknown[]): ReadonlySet<string> {
  const listing = listingOf(row);
  return new Set(items.flatMap((item) => (listing && idOf(listing, item as Item)) ?? []));
}

/** The items of one page; null if the response holds no list. */
function itemsIn({ row }: Described, exchange: Exchange): readonly unknown[] | null {
  const items = succeeded(exchange) ? valueAt(exchange.response?.json, listingOf(row)?.items ?? "") : null;
  return Array.isArray(items) ? items : null;
}

/** The query that asks for pages of so many items, if the server accepts that for large ones. */
async function pageSize(
  run: Run,
  list: Described,
  { path, query }: ListArguments,
  perPage: number,
): Promise<Readonly<Record<string, string>>> {
  const parameter = list.row.paginated?.pageSize?.parameter;
  const asking = (most: number): Record<string, string> => {
    const size = largestSize(list.row, most);
    return parameter === undefined || size === null ? {} : { [parameter]: String(size) };
  };
  const large = asking(generousSize);
  const isTaken = await run.memoize(`page size ${list.row.id}`, async () => {
    if (Object.keys(large).length === 0) return false;
    const exchange = await ask(run, readBack, callOf(list, { path, query: { ...query, ...large } }));
    return itemsIn(list, exchange) !== null;
  });
  return isTaken ? asking(perPage) : {};
}
