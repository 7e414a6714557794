/** Walking the card list as the specification says, and what a walk shows. */

import { createHash } from "node:crypto";
import { operations } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { hasLongNumber, parseExact } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Probe } from "../../wire/probe.ts";
import type { RawCard } from "../cards/limits.ts";

/** One page of a walk. It keeps little data, however large the page is. */
export interface WalkedPage {
  readonly exchange: Exchange;
  /**
   * Ids of the items in order, null for an item without an id of the specified form; null if the
   * response contains no list.
   */
  readonly ids: readonly (string | null)[] | null;
  /** The items themselves, from the body: to look at, not to keep. null if there is no list. */
  readonly cards: readonly RawCard[] | null;
  /** The next cursor; null at the end, undefined if it is neither a string nor null. */
  readonly nextCursor: string | null | undefined;
}

/** How a walk ended. */
export type WalkEnd =
  /** `nextCursor` was absent or null. */
  | "last-page"
  /** The walk was stopped on purpose: after enough pages or items, or before an extremely long cursor. */
  | "cut"
  /** A page could not be read. */
  | "refused"
  /** `nextCursor` was neither a string nor null. */
  | "unusable-cursor"
  /** Several pages in a row contained only cards that had come before. */
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

const pagesWithoutProgress = 3;

/** A walk is cut after this many items, since it keeps the ids of all. */
const mostItems = 100_000;

/** Longest cursor that is followed, in characters; servers do not accept longer request lines. */
const longestCursor = 16_384;

/** The body as JSON, with the digits of its numbers; undefined if it is not JSON. */
function exactBody({ response }: Exchange): unknown {
  if (response?.json === undefined) return undefined;
  try {
    return hasLongNumber(response.text) ? parseExact(response.text) : response.json;
  } catch {
    return response.json;
  }
}

/** Reads a page from an exchange. */
export function readPage(exchange: Exchange): WalkedPage {
  const { items, cursor } = operations.listCards.paginated;
  const body = succeeded(exchange) ? exactBody(exchange) : null;
  const next = valueAt(body, cursor);
  return {
    exchange,
    ids: cardsIn(body, items)?.map(idOf) ?? null,
    get cards() {
      return succeeded(exchange) ? cardsIn(exactBody(exchange), items) : null;
    },
    nextCursor: next === undefined || next === null ? null : typeof next === "string" ? next : undefined,
  };
}

function cardsIn(body: unknown, items: string): readonly RawCard[] | null {
  const cards = valueAt(body, items);
  return Array.isArray(cards)
    ? cards.map((card: unknown) =>
        typeof card === "object" && card !== null ? (card as RawCard) : { item: card },
      )
    : null;
}

/** Longest accepted id, in characters; a longer one would not fit in a path. */
const longestId = 1000;

/** The id of a card, or null if it has none of the specified form. */
export function idOf(card: RawCard): string | null {
  const { id } = card;
  return typeof id === "string" && id.length <= longestId && validators.CardId(id) ? id : null;
}

/**
 * Reads the list: without a cursor first, then with each `nextCursor` until there is none that can be sent
 * (Endpoints, GET /v1/card). The limit is repeated on every page. Ends early if there is no token.
 *
 * @param limit - Items per page, or null to send none.
 */
export async function* pagesOf(
  probe: Pick<Probe, "call">,
  purpose: string,
  limit: number | null,
): AsyncGenerator<WalkedPage, void> {
  const { parameter, pageSize } = operations.listCards.paginated;
  const size = limit === null ? {} : { [pageSize.parameter]: String(limit) };
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const query: Record<string, string> = cursor === null ? size : { ...size, [parameter]: cursor };
    const exchange = await probe.call(purpose, { operation: "listCards", query });
    if (exchange === null) return;
    const page = readPage(exchange);
    yield page;
    cursor = page.nextCursor ?? undefined;
  }
}

/**
 * Walks the list until `nextCursor` is absent or null.
 *
 * @param limit - Items per page, or null to send none.
 * @param maximumPages - The walk is cut after this many pages.
 * @returns null if there is no token.
 */
export async function walk(
  probe: Probe,
  purpose: string,
  limit: number | null,
  maximumPages: number,
): Promise<Walk | null> {
  const pages: WalkedPage[] = [];
  const ids: string[] = [];
  const known = new Set<string>();
  let barren = 0;
  let items = 0;
  const end = (reason: WalkEnd): Walk => ({ limit, pages, end: reason, ids });
  for await (const page of pagesOf(probe, purpose, limit)) {
    // A cursor that was sent twice may have been used up the first time: the rest of the walk shows nothing.
    if (pages.length > 0 && page.exchange.sentBefore > 0) return end("cut");
    pages.push(page);
    if (page.ids === null) return end("refused");
    const before = known.size;
    // A card without an id of the specified form still shows that the walk makes progress.
    const cards = page.ids.includes(null) ? page.cards : null;
    for (const [index, id] of page.ids.entries()) {
      if (id !== null) ids.push(id);
      known.add(id ?? digest(cards?.[index]));
    }
    if (page.nextCursor === null) return end("last-page");
    if (page.nextCursor === undefined) return end("unusable-cursor");
    barren = known.size === before ? barren + 1 : 0;
    if (barren >= pagesWithoutProgress) return end("no-progress");
    items += page.ids.length;
    if (pages.length >= maximumPages || items >= mostItems || page.nextCursor.length > longestCursor)
      return end("cut");
  }
  return null;
}

function digest(card: RawCard | undefined): string {
  return createHash("sha256").update(jsonText(card)).digest("base64");
}

/** Ids that a walk met more than once. */
export function repeatedIds({ ids }: Walk): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const id of ids) (seen.has(id) ? repeated : seen).add(id);
  return [...repeated];
}

/** True if both walks reached the end and met the same cards, in any order. */
export function sameCards(a: Walk, b: Walk): boolean {
  const left = new Set(a.ids);
  const right = new Set(b.ids);
  return left.size === right.size && [...left].every((id) => right.has(id));
}
