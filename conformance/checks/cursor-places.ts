/** Places in the list of the plain read: cursors for later pages, and how long they lead there. */
import { withParameter } from "../plan/rewrites.ts";
import { laterPage, thirdPage } from "../plan/situations.ts";
import type { Spelling } from "../plan/spellings.ts";
import type { Alteration } from "../wire/alteration.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { Token } from "../wire/tokens.ts";
import { ask } from "./kit/ask.ts";
import type { Run } from "./kit/check.ts";
import { Inconclusive, ifConclusive } from "./kit/inconclusive.ts";
import type { PagedOperation } from "./kit/paged.ts";
import { plainRead } from "./kit/plain-read.ts";
import { alterationIn } from "./kit/spelled.ts";
import { readPage } from "./kit/walk.ts";
import { ofOne, paged, pageSizes } from "./read-spellings.ts";

/** How many pages are read before a page. */
const pagesBefore = new Map([
  [laterPage, 1],
  [thirdPage, 2],
]);

/** A place in the list: a cursor, and the size of pages that it came with, which may be all that it serves. */
export interface Place {
  readonly cursor: string;
  /** To be asked for with the cursor, besides the spellings that are sent anyway. */
  readonly sizes: readonly Spelling[];
}

/** A place after pages of the size that is asked for in these spellings, or else of one item; null where there is none. */
export async function freshPlace(
  run: Run,
  page: Spelling,
  row: readonly Spelling[] = [],
  token: Token | null = null,
): Promise<Place | null> {
  const own = row.filter((one) => pageSizes.includes(one));
  // In a short list, all items may be on the first page.
  const ways = own.length > 0 || pageSizes.length === 0 ? [own] : [[], [ofOne]];
  for (const sizes of ways) {
    const cursor = await freshCursor(run, page, token, sizes);
    if (cursor !== null) return { cursor, sizes: sizes === own ? [] : sizes };
  }
  return null;
}

/**
 * A cursor for a page, after pages of this size; null where there is none.
 *
 * @param token - That of the request which will send it, since a cursor may serve its token alone; null for the current one.
 */
async function freshCursor(
  run: Run,
  page: Spelling,
  token: Token | null,
  sizes: readonly Spelling[],
): Promise<string | null> {
  let cursor: string | null = null;
  for (let left = pagesBefore.get(page) ?? 0; left > 0; left -= 1) {
    const alteration = at(cursor, alterationIn(sizes, { description: "" }));
    const read = await ifConclusive(ask(run, "cursor", { ...plainRead(), alteration }, token));
    const next = paged === null || read === null ? null : readPage(paged, read).next;
    if (typeof next !== "string") return null;
    cursor = next;
  }
  return cursor;
}

/** Sends the plain read with a cursor, so that it has been used. @throws Inconclusive if there is none, or no token. */
export async function useCursor(
  run: Run,
  place: Place | null,
  token: Token | null = null,
): Promise<Exchange> {
  if (place === null) throw new Inconclusive("there is no later page");
  const alteration = at(place.cursor, alterationIn(place.sizes, { description: "" }));
  return ask(run, "cursor", { ...plainRead(), alteration }, token);
}

/** True for a server that gives the same page for a cursor once more, and not another or an empty one for one that has ended. */
export async function givesAgain(run: Run, paged: PagedOperation): Promise<boolean> {
  const place = await freshPlace(run, laterPage);
  return isGivenAgain(paged, await useCursor(run, place), await useCursor(run, place));
}

/**
 * True if the second use of a cursor was answered with the page that the first one was answered with. One that lacks
 * some of its items, or has some more, is still that page: whether it is right is for the checks of pages.
 */
export function isGivenAgain(paged: PagedOperation, first: Exchange, second: Exchange): boolean {
  type Ids = readonly (string | null)[];
  const ids: Ids = readPage(paged, first).ids ?? [];
  const again: Ids = readPage(paged, second).ids ?? [];
  const isAmong = (some: Ids, all: Ids) => some.every((id) => all.includes(id));
  const isSame = again.length > 0 && (isAmong(again, ids) || isAmong(ids, again));
  // What is sent twice since no answer came may have ended at the first time.
  return first.sentBefore === 0 && ids.length > 0 && isSame;
}

/** True for a server on which a cursor leads to a later page although the list was asked for again since it was given. */
export async function outlivesReads(run: Run, paged: PagedOperation): Promise<boolean> {
  const place = await freshPlace(run, laterPage);
  const idsAt = async (cursor: string | null) => {
    const alteration = at(cursor, alterationIn(place?.sizes ?? [], { description: "" }));
    return readPage(paged, await ask(run, "cursor", { ...plainRead(), alteration })).ids ?? [];
  };
  // Where there is one page, no cursor is sent.
  if (place === null) return true;
  const first = await idsAt(null);
  const later = await idsAt(place.cursor);
  // Some servers answer with an empty page or with the first one to a cursor that has ended.
  return later.some((id) => !first.includes(id));
}

/** The same with a cursor, unless there is none. */
export function at(cursor: string | null, altered: Alteration): Alteration {
  if (cursor === null) return altered;
  const place = withParameter(paged?.paginated.parameter ?? "", cursor);
  const { rewrite = (request) => request } = altered;
  return { ...altered, rewrite: (request) => place(rewrite(request)) };
}
