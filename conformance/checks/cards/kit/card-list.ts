/** The list at the start of a run: every card, and the cheapest way to read it again. */

import { quoted } from "../../../wire/exchange.ts";
import type { Probe } from "../../../wire/probe.ts";
import { noToken } from "../../kit/ask.ts";
import type { Run } from "../../kit/check.ts";
import { Inconclusive } from "../../kit/inconclusive.ts";
import { idOf, pagesOf, readPage, type Walk, walk } from "../../kit/walk.ts";
import type { RawCard } from "../limits.ts";

/** A walk over the whole list. */
export interface CardList {
  readonly walk: Walk;
  /** Ids in list order, without duplicates. */
  readonly ids: readonly string[];
  /** The limit that was used; null if the server accepts no large one. */
  readonly limit: number | null;
}

/** Cards by id, as many as were read. */
export interface Snapshot {
  readonly cards: ReadonlyMap<string, RawCard>;
  /** Ids of the exchanges that were needed. */
  readonly exchanges: readonly string[];
  /** False if an expected effect may still come, because the wait for it was not the longest possible. */
  readonly isSettled: boolean;
}

const generousLimit = 100;
const hugeLimit = 1000;
const maximumPages = 1000;

/**
 * Walks the whole list once per run. A large limit keeps it short; if that is refused, no limit is sent.
 *
 * @throws Inconclusive if it cannot be read.
 */
export function cardList(run: Run): Promise<CardList> {
  return run.memoize("card list", async () => {
    const generous = await wholeWalk(run, generousLimit);
    const walked = isRead(generous) ? generous : await wholeWalk(run, null);
    const refused = walked.pages.slice(0, 1).map(({ exchange }) => quoted(exchange));
    if (!isRead(walked)) throw new Inconclusive(`the card list cannot be read (${refused.join()})`);
    return { walk: walked, ids: [...new Set(walked.ids)], limit: walked.limit };
  });
}

async function wholeWalk(run: Run, limit: number | null): Promise<Walk> {
  const walked = await walk(run.probe, "walk", limit, maximumPages);
  if (walked === null) throw new Inconclusive(noToken(run));
  return walked;
}

/** True if the first page contains a list, whatever happened to the pages after it. */
function isRead({ pages: [first] }: Walk): boolean {
  return first !== undefined && first.ids !== null;
}

/** A card of the list, as it was when the list was walked. */
export function cardIn({ walk: { pages } }: CardList, id: string): RawCard | undefined {
  const page = pages.find(({ ids }) => ids?.includes(id));
  return page?.cards?.find((card) => idOf(card) === id);
}

/**
 * The largest page size known to work on this server, since a long list is read many times. Pages larger than
 * those of the first walk are tried once.
 */
export function readingPageSize(run: Run, list: CardList): Promise<number | null> {
  if (list.limit === null || list.ids.length <= list.limit) return Promise.resolve(list.limit);
  return run.memoize("reading page size", async () => {
    const exchange = await run.probe.call("read back", {
      operation: "listCards",
      query: { limit: String(hugeLimit) },
    });
    const cards = exchange === null ? null : readPage(exchange).cards;
    return cards !== null && cards.length > (list.limit ?? 0) ? hugeLimit : list.limit;
  });
}

/**
 * Reads cards again, at least up to the one with this id.
 *
 * @returns null if a page could not be read.
 */
export async function readUntil(
  probe: Pick<Probe, "call">,
  { pageSize, purpose = "read back" }: { readonly pageSize: number | null; readonly purpose?: string },
  id: string,
): Promise<Snapshot | null> {
  const cards = new Map<string, RawCard>();
  const exchanges: string[] = [];
  for await (const { exchange, cards: items, nextCursor } of pagesOf(probe, purpose, pageSize)) {
    if (items === null || exchanges.length === maximumPages) return null;
    exchanges.push(exchange.id);
    for (const card of items) {
      const cardId = idOf(card);
      // For other cards only the limits are ever compared; a long list is read many times.
      if (cardId !== null) cards.set(cardId, cardId === id ? card : { limits: card.limits });
    }
    if (cards.has(id) || typeof nextCursor !== "string") return { cards, exchanges, isSettled: true };
  }
  return null;
}
