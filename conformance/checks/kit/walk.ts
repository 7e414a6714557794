/** Walking a list as the specification says, and what a walk shows. */

import { createHash } from "node:crypto";
import type { Pagination } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { hasLongNumber, parseExact } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Probe } from "../../wire/probe.ts";
import { type PagedOperation, pageQuery } from "./paged.ts";

/** An item of a list as a server sent it, not validated. */
export type Item = Readonly<Record<string, unknown>>;

/** One page of a walk. It keeps little data, however large the page is. */
export interface WalkedPage {
  readonly exchange: Exchange;
  /**
   * Ids of the items in order, null for an item without an id of the specified form; null if the
   * response contains no list.
   */
  readonly ids: readonly (string | null)[] | null;
  /** The items themselves, from the body: to look at, not to keep. null if there is no list. */
  readonly items: readonly Item[] | null;
  /** The next cursor; null at the end, undefined if it is neither a string nor null. */
  readonly next: string | null | undefined;
}

/** How a walk ended. */
export type WalkEnd =
  /** The next cursor was absent or null. */
  | "last-page"
  /** The walk was stopped on purpose: after enough pages or items, or before an extremely long cursor. */
  | "cut"
  /** A page could not be read. */
  | "refused"
  /** The next cursor was neither a string nor null. */
  | "unusable-cursor"
  /** Several pages in a row contained only items that had come before. */
  | "no-progress";

/** A walk and what it found. */
export interface Walk {
  /** The limit of every request; null if none was sent. */
  readonly limit: number | null;
  readonly pages: readonly WalkedPage[];
  readonly end: WalkEnd;
  /** Ids in the order in which they came, duplicates included. */
  readonly ids: readonly string[];
}

/** After so many pages with nothing but what was there before, a walk is taken not to end; items may move from page to page. */
const pagesWithoutProgress = 3;
/** And after so many without any item: a service may look through some of its items for each page, and find none. */
export const emptyPages = 25;

/** A walk is cut after this many items, since it keeps the ids of all. */
const mostItems = 100_000;

/** Longest cursor that is followed, in characters; servers do not accept longer request lines. */
const longestCursor = 16_384;

/** What {@link exactBody} made of a parsed body: to look for long numbers takes longer than to parse. */
const exact = new WeakMap<object, unknown>();

/** The body as JSON, with the digits of its numbers; undefined if it is not JSON. */
function exactBody({ response }: Exchange): unknown {
  const json = response?.json;
  if (response === null || typeof json !== "object" || json === null) return json;
  if (!exact.has(json)) exact.set(json, withDigits(response.text, json));
  return exact.get(json);
}

function withDigits(text: string, json: object): unknown {
  try {
    return hasLongNumber(text) ? parseExact(text) : json;
  } catch {
    return json;
  }
}

/** What was read of an exchange, without its items: many checks read the same pages of the log. */
const pagesRead = new WeakMap<Exchange, { readonly paginated: Pagination; readonly page: WalkedPage }>();

/** Reads a page of a list from an exchange. */
export function readPage({ paginated }: PagedOperation, exchange: Exchange): WalkedPage {
  const read = pagesRead.get(exchange);
  if (read?.paginated === paginated) return read.page;
  const body = succeeded(exchange) ? exactBody(exchange) : null;
  const next = valueAt(body, paginated.cursor);
  const page: WalkedPage = {
    exchange,
    ids: itemsIn(body, paginated)?.map((item) => idOf(paginated, item)) ?? null,
    get items() {
      return succeeded(exchange) ? itemsIn(exactBody(exchange), paginated) : null;
    },
    next: next === undefined || next === null ? null : typeof next === "string" ? next : undefined,
  };
  pagesRead.set(exchange, { paginated, page });
  return page;
}

/** The items of a body; null if it contains no list. */
function itemsIn(body: unknown, paginated: Pagination): readonly Item[] | null {
  const found = valueAt(body, paginated.items);
  if (!Array.isArray(found)) return null;
  return found.map((item: unknown) =>
    typeof item === "object" && item !== null ? (item as Item) : { item },
  );
}

/** Longest accepted id, in characters; a longer one would not fit in a path. */
const longestId = 1000;

/** The id of an item, or null if it has none of the specified form. */
export function idOf({ id }: Pick<Pagination, "id">, item: Item): string | null {
  const value = id === null ? undefined : valueAt(item, id.pointer);
  if (id === null || (id.schema !== null && !validators[id.schema](value))) return null;
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.length <= longestId ? text : null;
}

/**
 * Reads a list: without a cursor first, then with each cursor that a page holds until there is none that can
 * be sent (Endpoints, iteration rule). The limit is repeated on every page. Ends early if there is no token.
 *
 * @param limit - Items per page, or null to send none.
 */
export async function* pagesOf(
  probe: Pick<Probe, "call">,
  purpose: string,
  paged: PagedOperation,
  limit: number | null,
): AsyncGenerator<WalkedPage, void> {
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const query = pageQuery(paged, limit, cursor);
    const path = paged.pathValues ?? {};
    const exchange = await probe.call(purpose, { operation: paged.id, path, query });
    if (exchange === null) return;
    const page = readPage(paged, exchange);
    yield page;
    cursor = page.next ?? undefined;
  }
}

/**
 * Walks a list until the next cursor is absent or null.
 *
 * @param limit - Items per page, or null to send none.
 * @param maximumPages - The walk is cut after this many pages.
 * @returns null if there is no token.
 */
export async function walk(
  probe: Pick<Probe, "call">,
  paged: PagedOperation,
  limit: number | null,
  maximumPages: number,
): Promise<Walk | null> {
  const pages: WalkedPage[] = [];
  const ids: string[] = [];
  const known = new Set<string>();
  let [barren, empty] = [0, 0];
  let items = 0;
  const end = (reason: WalkEnd): Walk => ({ limit, pages, end: reason, ids });
  for await (const page of pagesOf(probe, "walk", paged, limit)) {
    // A cursor that was sent twice may have been used up the first time: the rest of the walk shows nothing.
    if (pages.length > 0 && page.exchange.sentBefore > 0) return end("cut");
    pages.push(page);
    if (page.ids === null) return end("refused");
    const before = known.size;
    // An item without an id of the specified form still shows that the walk makes progress.
    const read = page.ids.includes(null) ? page.items : null;
    for (const [index, id] of page.ids.entries()) {
      if (id !== null) ids.push(id);
      known.add(id ?? digest(read?.[index]));
    }
    if (page.next === null) return end("last-page");
    if (page.next === undefined) return end("unusable-cursor");
    const isNew = known.size > before;
    barren = isNew ? 0 : barren + Number(page.ids.length > 0);
    empty = isNew ? 0 : empty + Number(page.ids.length === 0);
    if (barren >= pagesWithoutProgress || empty >= emptyPages) return end("no-progress");
    items += page.ids.length;
    if (pages.length >= maximumPages || items >= mostItems || page.next.length > longestCursor)
      return end("cut");
  }
  return null;
}

function digest(item: Item | undefined): string {
  return createHash("sha256").update(jsonText(item)).digest("base64");
}

/** Ids that a walk met more than once. */
export function repeatedIds({ ids }: Walk): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const id of ids) (seen.has(id) ? repeated : seen).add(id);
  return [...repeated];
}

/** True if both walks reached the end and met the same items, in any order. */
export function sameItems(a: Walk, b: Walk): boolean {
  const left = new Set(a.ids);
  const right = new Set(b.ids);
  return left.size === right.size && [...left].every((id) => right.has(id));
}
