/** The list as it is at the start of a run: every card, and the cheapest way to read it again. */
import type { Run } from "./check.ts";
import { idOf, type RawCard, readPage, type Walk, walk } from "./walk.ts";
import { type Exchange, outcomeOf } from "./wire/exchange.ts";

/** A walk over the whole list. */
export interface CardList {
  readonly walk: Walk;
  /** Ids in list order, without repetitions. */
  readonly ids: readonly string[];
  /** The limit that was used; null where the server takes none as large. */
  readonly limit: number | null;
}

/** Cards by id, as far as they were read. */
export interface Snapshot {
  readonly cards: ReadonlyMap<string, RawCard>;
  /** Ids of the exchanges that were needed. */
  readonly exchanges: readonly string[];
}

const generousLimit = 100;
const hugeLimit = 1000;
const maximumPages = 1000;

/**
 * Walks the whole list once per run. A large limit keeps it short; where that is refused, no limit is sent.
 *
 * @returns The list, or in words why it cannot be read.
 */
export function cardList(run: Run): Promise<CardList | string> {
  return run.once("card list", async () => {
    for (const limit of [generousLimit, null]) {
      const walked = await walk(run.probe, "walk", limit, maximumPages);
      if (walked === null) return noToken(run);
      const [first] = walked.pages;
      if (first === undefined || first.ids === null) {
        if (limit === null)
          return `the card list cannot be read (${first === undefined ? "" : outcomeOf(first.exchange)})`;
        continue;
      }
      return { walk: walked, ids: [...new Set(walked.ids)], limit };
    }
    return "the card list cannot be read";
  });
}

/** Why nothing can be sent, in words. */
export function noToken(run: Run): string {
  return `no token: ${run.probe.tokens.problem() ?? "the server gave none"}`;
}

/**
 * Reads cards again, at least until the one with this id.
 *
 * @returns null where a page could not be read.
 */
export async function readUntil(
  run: Run,
  list: CardList,
  id: string,
  purpose?: "restore",
): Promise<Snapshot | null> {
  const cards = new Map<string, RawCard>();
  const exchanges: string[] = [];
  const wide = list.limit !== null && list.ids.length > generousLimit;
  let cursor: string | null = null;
  for (let page = 0; page < maximumPages; page += 1) {
    const query: Record<string, string> = {};
    if (list.limit !== null) query.limit = String(wide ? hugeLimit : list.limit);
    if (cursor !== null) query.cursor = cursor;
    const exchange: Exchange | null = await run.probe.call(purpose ?? "read back", {
      operation: "listCards",
      query,
    });
    if (exchange === null) return null;
    const read = readPage(exchange);
    if (read.cards === null) return null;
    exchanges.push(exchange.id);
    for (const card of read.cards) {
      const cardId = idOf(card);
      // Of other cards only the limits are ever compared; a long list is read many times.
      if (cardId !== null) cards.set(cardId, cardId === id ? card : { limits: card.limits });
    }
    if (cards.has(id) || typeof read.nextCursor !== "string") return { cards, exchanges };
    cursor = read.nextCursor;
  }
  return null;
}
