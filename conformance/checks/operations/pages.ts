/** Reading everything that an operation lists. */

import type { Numbered } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { type Exchange, quoted, succeeded } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { largestSize, readBack } from "../kit/paged.ts";
import { emptyPages, type Item, idOf } from "../kit/walk.ts";
import { callOf, type Described, nameOf } from "./operation.ts";

/** Asked for where a page size may be asked for: a list is read many times. */
const generousSize = 100;
/** Of a longer list, the first pages stand for all, unless one item is looked for. */
export const somePages = 10;
/** An item that stands behind so many others is not looked for. */
export const farthest = 3000;
/** Where pages are of different lengths, ten of them may be few items: then so many are read. */
const shortPages = 100;
const manyPages = 1000;
/** Of a list that numbers its pages, so many are read to see whether each item is on one of them. */
const numberedAtMost = 200;

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
  readonly filter?: NonNullable<Call["query"]>;
  /** True where an item that stands on two numbered pages is to be there twice; once by default, since a list may move. */
  readonly asItComes?: true;
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
  { isWanted = null, filter = {}, perPage = generousSize, asItComes }: Reading = {},
): Promise<readonly unknown[]> {
  const listing = listingOf(list.row);
  if (listing === null) throw new Error(`${list.row.id} lists nothing`);
  const size = await pageSize(run, list, args, perPage);
  const read = readerOf(run, list, args, purpose, { ...filter, ...size });
  const reading = { read, isWanted, mostPages: isWanted === null ? somePages : manyPages };
  if (listing.numbered === undefined) return followed(list, reading);
  const items = (await numberedPages(list, listing.numbered, reading)).flatMap((page) => page.items);
  return asItComes === true ? items : onceEach(list, items);
}

/** Reads pages of a list with a query, to which comes what asks for each page. */
function readerOf(
  run: Run,
  list: Described,
  { path, query: needed }: ListArguments,
  purpose: string,
  query: NonNullable<Call["query"]>,
): PageReader["read"] {
  return async (page) => {
    const call = callOf(list, { path, query: { ...needed, ...query, ...page } });
    const exchange = await ask(run, purpose, call);
    return { exchange, items: itemsIn(list, exchange) };
  };
}

/** A page that was read; its items are null where the response holds no list. */
interface ReadPage {
  readonly exchange: Exchange;
  readonly items: readonly unknown[] | null;
}

interface PageReader {
  readonly read: (page: Readonly<Record<string, string>>) => Promise<ReadPage>;
  readonly isWanted: ((item: unknown) => boolean) | null;
  readonly mostPages: number;
}

/** The items of pages of which each shows the cursor of the next one; of a list without pages, all of them. */
async function followed(
  list: Described,
  { read, isWanted, mostPages }: PageReader,
): Promise<readonly unknown[]> {
  const { paginated } = list.row;
  const items: unknown[] = [];
  const cursors = new Set<string>();
  let [empty, fullest, isUneven] = [0, 0, false];
  for (let cursor: string | null = null; ; ) {
    const page = await read(cursor === null || paginated === null ? {} : { [paginated.parameter]: cursor });
    const shown = itemsOrThrow(list, page);
    items.push(...shown);
    if (isWanted !== null && shown.some(isWanted)) return items;
    const following = paginated === null ? null : valueAt(page.exchange.response?.json, paginated.cursor);
    if (typeof following !== "string") return items;
    fullest = Math.max(fullest, shown.length);
    isUneven = 4 * items.length < 3 * fullest * (cursors.size + 1);
    empty = shown.length === 0 ? empty + 1 : 0;
    // A page without items may lead to the same place, with more to come.
    const isAgain = cursors.has(following) && (empty === 0 || empty >= emptyPages);
    if (isAgain || cursors.size + 1 >= (isUneven ? Math.max(mostPages, shortPages) : mostPages)) return items;
    cursors.add(following);
    cursor = following;
  }
}

/** What moves while a numbered list is read may stand on two of its pages, and counts once. */
function onceEach(list: Described, items: readonly unknown[]): readonly unknown[] {
  const keyOf = (item: unknown) => [...idsIn(list, [item])][0] ?? item;
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}

/**
 * The pages of a list that numbers them, up to one that shows nothing new: behind the last one, a service may refuse.
 *
 * @throws Inconclusive if a page can't be read.
 */
async function numberedPages(
  list: Described,
  { parameter, counts, first }: Numbered,
  { read, isWanted, mostPages }: PageReader,
): Promise<readonly NumberedPage[]> {
  const pages: NumberedPage[] = [];
  const known = new Set<string>();
  for (let before = 0; pages.length < mostPages; ) {
    const number = first + (counts === "pages" ? pages.length : before);
    const page = await read(pages.length === 0 ? {} : { [parameter]: String(number) });
    if (pages.length > 0 && beyond.includes(page.exchange.response?.status ?? 0)) break;
    const items = itemsOrThrow(list, page);
    const ids = idsIn(list, items);
    if ([...ids].every((id) => known.has(id))) break;
    pages.push({ items, exchange: page.exchange });
    before += items.length;
    for (const id of ids) known.add(id);
    if (isWanted !== null && items.some(isWanted)) break;
  }
  return pages;
}

/** How a service may refuse a page behind the last one; by any other status, such as that of a rate limit, it says something else. */
const beyond: readonly number[] = [400, 404, 410, 416, 422];

/** A page with a number. */
export interface NumberedPage {
  readonly items: readonly unknown[];
  readonly exchange: Exchange;
}

/**
 * The pages of a list that numbers them, as they are; null for any other list.
 *
 * @param size - How many items a page should have; as many as usual for null.
 * @throws Inconclusive if a page can't be read.
 */
export function readNumbered(
  run: Run,
  list: Described,
  args: ListArguments,
  purpose: string,
  size: number | null,
): Promise<readonly NumberedPage[]> | null {
  const { numbered: how } = listingOf(list.row) ?? {};
  if (how === undefined) return null;
  const sized: Record<string, string> =
    how.size === null || size === null ? {} : { [how.size.parameter]: String(size) };
  const read = readerOf(run, list, args, purpose, sized);
  return numberedPages(list, how, { read, isWanted: null, mostPages: numberedAtMost });
}

function itemsOrThrow({ row }: Described, { items, exchange }: ReadPage): readonly unknown[] {
  if (items !== null) return items;
  throw new Inconclusive(`${nameOf(row)} can't be read: ${quoted(exchange)}`, [exchange.id]);
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
