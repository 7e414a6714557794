/** Reading cards again, in the cheapest way: a long list is read many times. */
import { listCards } from "../../../base/cards/index.ts";
import type { Probe } from "../../../wire/probe.ts";
import type { Run } from "../../kit/check.ts";
import { pageQuery, readBack } from "../../kit/paged.ts";
import { idOf, pagesOf, readPage } from "../../kit/walk.ts";
import type { WholeList } from "../../kit/whole-list.ts";
import type { RawCard } from "../limits.ts";

/** Cards by id, as many as were read. */
export interface Snapshot {
  readonly cards: ReadonlyMap<string, RawCard>;
  /** Ids of the exchanges that were needed. */
  readonly exchanges: readonly string[];
  /** False if an expected effect may still come, because the wait for it was not the longest possible. */
  readonly isSettled: boolean;
}

const hugeLimit = 1000;
const maximumPages = 1000;

/** How cards are listed. */
export const cardPages = listCards;

/** A card of the list, as it was when the list was walked. */
export function cardIn({ walk: { pages } }: WholeList, id: string): RawCard | undefined {
  const page = pages.find(({ ids }) => ids?.includes(id));
  return page?.items?.find((card) => idOf(cardPages.paginated, card) === id);
}

/** Page sizes that are tried are multiples of this: few differ, and there is room for cards that are new. */
const sizeStep = 100;

/**
 * The page size with which so many items are read in the fewest requests, and few beyond them, since a long list is
 * read many times. Pages larger than those of the first walk are tried once.
 */
export function readingPageSize(run: Run, list: WholeList, items: number): Promise<number | null> {
  const { limit } = list;
  if (limit === null || items <= limit) return Promise.resolve(limit);
  const size = Math.min(hugeLimit, sizeStep * Math.ceil(items / sizeStep));
  return run.memoize(`reading page size ${size}`, async () => {
    const exchange = await run.probe.call(readBack, {
      operation: "listCards",
      query: pageQuery(cardPages, size),
    });
    const cards = exchange === null ? null : readPage(cardPages, exchange).items;
    return cards !== null && cards.length > limit ? size : limit;
  });
}

/**
 * Reads cards again, at least up to the one with this id.
 *
 * @returns null if a page could not be read.
 */
export async function readUntil(
  probe: Pick<Probe, "call">,
  { pageSize, purpose = readBack }: { readonly pageSize: number | null; readonly purpose?: string },
  id: string,
): Promise<Snapshot | null> {
  const cards = new Map<string, RawCard>();
  const exchanges: string[] = [];
  for await (const { exchange, items, next } of pagesOf(probe, purpose, cardPages, pageSize)) {
    if (items === null || exchanges.length === maximumPages) return null;
    exchanges.push(exchange.id);
    for (const card of items) {
      const cardId = idOf(cardPages.paginated, card);
      // For other cards only the limits are ever compared; a long list is read many times.
      if (cardId !== null) cards.set(cardId, cardId === id ? card : { limits: card.limits });
    }
    if (cards.has(id) || typeof next !== "string") return { cards, exchanges, isSettled: true };
  }
  return null;
}
