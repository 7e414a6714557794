/** The plain read in any spelling and situation: as specified, or with a defect. */
import { isAskedFor } from "../plan/draw.ts";
import { withParameter } from "../plan/rewrites.ts";
import {
  afterRefused,
  laterPage,
  pages,
  readSituations,
  thirdPage,
  usedCursor,
  writeSituations,
} from "../plan/situations.ts";
import { asksTheSame, type Spelling, spellings } from "../plan/spellings.ts";
import type { Alteration } from "../wire/alteration.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { Call } from "../wire/request.ts";
import type { Token } from "../wire/tokens.ts";
import { ask } from "./kit/ask.ts";
import type { Run } from "./kit/check.ts";
import { Inconclusive, ifConclusive } from "./kit/inconclusive.ts";
import { type PagedOperation, pagedOperation } from "./kit/paged.ts";
import { isRead, plainOperation, plainRead } from "./kit/plain-read.ts";
import { situatedToken } from "./kit/situation.ts";
import { alterationIn, type Spellable, type TriedSituation } from "./kit/spelled.ts";
import { tokenFor } from "./kit/token-for.ts";
import { readPage } from "./kit/walk.ts";

const paged = pagedOperation(plainOperation?.id ?? null);

/** The plain read, in any spelling. */
export function spellableRead(run: Run): Spellable {
  return {
    name: plainOperation?.id ?? "read",
    send: (alteration) =>
      ask(run, "spelling", alteration === undefined ? plainRead() : { ...plainRead(), alteration }),
    isGranted: isRead,
  };
}

/** Sizes of pages: only where the list has a parameter for it. */
const pageSize = paged?.paginated.pageSize ?? null;
const sizeOf = (value: string, asked: number): Spelling => ({
  dimension: "page-size",
  value,
  when: `${pageSize?.parameter} is ${asked}`,
  basis: "The description of the parameter",
  // How many items may be asked for is open; the usual number of them may be.
  expectation: asked > (pageSize?.default ?? 0) ? "either" : "must work",
  applies: () => pageSize !== null,
  rewrite: withParameter(pageSize?.parameter ?? "", String(asked)),
});
const ofOne = sizeOf("one", 1);
const ofSome = sizeOf("some", smallerThan(pageSize?.default ?? 2));
const ofMore = sizeOf("large", (pageSize?.default ?? 0) + 1);
const pageSizes: readonly Spelling[] = pageSize === null ? [] : [ofOne, ofSome, ofMore];

/** The parameters of the query in another order: of one alone, that is the same request. */
const queryReversed: Spelling = {
  dimension: "query-order",
  value: "reversed",
  when: "the parameters of the query come in another order",
  basis: "Parameters of a query are told by their names (Endpoints / GET /v1/card, query parameters)",
  expectation: "must work",
  applies: () => pageSize !== null,
  rewrite: (request) => {
    const [path = "", query] = request.url.split("?");
    return query === undefined
      ? request
      : { ...request, url: `${path}?${query.split("&").reverse().join("&")}` };
  },
};

/** Half of it, and at least two: one is a size of its own. */
function smallerThan(usual: number): number {
  return Math.max(2, Math.floor(usual / 2));
}

/** The number of items that whole walks ask for in these situations; null for none. */
export function walkedLimit(row: readonly Spelling[]): number | null {
  return row.includes(ofSome) && pageSize !== null ? smallerThan(pageSize.default) : null;
}

/** What a whole walk can be like: one of its requests alone can also be for another page, or of another size. */
export function isOfWalks(spelling: Spelling): boolean {
  return (
    asksTheSame(spelling) &&
    spelling.dimension !== "page" &&
    (spelling.dimension !== "page-size" || spelling === ofSome)
  );
}

/** Every spelling and situation in which requests are drawn. */
export const drawnSpellings: readonly Spelling[] = [
  ...spellings,
  ...writeSituations,
  ...(paged === null ? [] : [...pageSizes, queryReversed, ...pages, usedCursor]),
];

/** How many pages are read before a page. */
const pagesBefore = new Map([
  [laterPage, 1],
  [thirdPage, 2],
]);

/** A place in the list: a cursor, and the size of pages that it came with, which may be all that it serves. */
interface Place {
  readonly cursor: string;
  /** To be asked for with the cursor, besides the spellings that are sent anyway. */
  readonly sizes: readonly Spelling[];
}

/** A place after pages of the size that is asked for in these spellings, or else of one item; null where there is none. */
async function freshPlace(
  run: Run,
  page: Spelling,
  row: readonly Spelling[] = [],
  token: Token | null = null,
): Promise<Place | null> {
  const own = row.filter((one) => pageSizes.includes(one));
  // In a short list, all items may be on the first page.
  const ways = own.length > 0 || pageSize === null ? [own] : [[], [ofOne]];
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
    const read = await ifConclusive(askWith(run, "cursor", { ...plainRead(), alteration }, token));
    const next = paged === null || read === null ? null : readPage(paged, read).next;
    if (typeof next !== "string") return null;
    cursor = next;
  }
  return cursor;
}

/** Sends the plain read with a cursor, so that it has been used. @throws Inconclusive if there is none, or no token. */
async function useCursor(run: Run, place: Place | null, token: Token | null = null): Promise<Exchange> {
  if (place === null) throw new Inconclusive("there is no later page");
  const alteration = at(place.cursor, alterationIn(place.sizes, { description: "" }));
  return askWith(run, "cursor", { ...plainRead(), alteration }, token);
}

/** Sends a read with a token; null for the current one. */
function askWith(run: Run, purpose: string, call: Call, token: Token | null): Promise<Exchange> {
  return token === null ? ask(run, purpose, call) : run.probe.callWith(purpose, call, token);
}

/** True for a server that gives the same page for a cursor once more, and not another or an empty one for one that has ended. */
async function givesAgain(run: Run, paged: PagedOperation): Promise<boolean> {
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

/** The same with a cursor, unless there is none. */
function at(cursor: string | null, altered: Alteration): Alteration {
  if (cursor === null) return altered;
  const place = withParameter(paged?.paginated.parameter ?? "", cursor);
  const { rewrite = (request) => request } = altered;
  return { ...altered, rewrite: (request) => place(rewrite(request)) };
}

/** The plain read in each situation for which there is a token, and the response to it. */
export function triedReadSituations(run: Run): Promise<readonly TriedSituation[]> {
  return run.memoize("situations of the plain read", async () => {
    const possible = [
      ...readSituations,
      ...pageSizes,
      ...(pageSize === null ? [] : [queryReversed]),
      ...(paged === null ? [] : [usedCursor]),
    ].filter((situation) => isAskedFor(situation, run.draw));
    const tried = await Promise.all(
      possible.map(async (situation) => {
        const again = () => sendRead(run, "situation", [situation]);
        const exchange = await ifConclusive(again());
        return exchange === null ? [] : [{ situation, exchange, again }];
      }),
    );
    return tried.flat();
  });
}

/** The situations in which this server grants the plain read, and the pages that there are. */
export async function usableReadSituations(run: Run): Promise<readonly Spelling[]> {
  const tried = await triedReadSituations(run);
  const pagesThere = await run.memoize("pages of the plain read", async () => {
    const asked = pages.filter((page) => isAskedFor(page, run.draw));
    const found = await Promise.all(asked.map((page) => (paged === null ? null : freshPlace(run, page))));
    return asked.filter((_, index) => found[index] !== null);
  });
  const usable = tried.filter(({ exchange }) => isRead(exchange)).map(({ situation }) => situation);
  const isKept = await run.memoize("cursors that are given again", async () => {
    if (paged === null || !usable.includes(usedCursor)) return false;
    return (await ifConclusive(givesAgain(run, paged))) === true;
  });
  return [...usable.filter((one) => one !== usedCursor || isKept), ...pagesThere];
}

/**
 * Sends the plain read in these spellings and situations.
 *
 * @throws Inconclusive if the server issues no token for it.
 */
export async function sendRead(
  run: Run,
  purpose: string,
  row: readonly Spelling[],
  alteration?: Alteration,
): Promise<Exchange> {
  const page = row.find((one) => pages.includes(one)) ?? (row.includes(usedCursor) ? laterPage : undefined);
  const own = plainOperation === null ? null : await situatedToken(run, plainOperation, row);
  const place = page === undefined ? null : await freshPlace(run, page, row, own);
  if (page !== undefined && place === null) throw new Inconclusive("there is no later page");
  if (row.includes(usedCursor)) await useCursor(run, place, own);
  const token = (await tokenFor(run, alteration?.scopes)) ?? own;
  if (row.includes(afterRefused)) await sendRefusedRead(run);
  const call = {
    ...plainRead(),
    alteration: at(place?.cursor ?? null, alterationIn([...row, ...(place?.sizes ?? [])], alteration)),
  };
  return askWith(run, purpose, call, token);
}

/** Sends a read that has to be refused. @throws Inconclusive if the server issues no token. */
export function sendRefusedRead(run: Run): Promise<Exchange> {
  const alteration: Alteration = { description: "without Authorization", authorization: () => null };
  return ask(run, "situation", { ...plainRead(), alteration });
}
