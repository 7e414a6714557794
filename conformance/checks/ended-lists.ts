/** The lists of a log that were read to their end, page by page: pure. */
import type { Exchange } from "../wire/exchange.ts";
import { type PagedOperation, pageQuery } from "./kit/paged.ts";
import { isAsSpecified } from "./kit/spelled.ts";
import { readPage } from "./kit/walk.ts";

/** The pages up to one, the last first. */
export interface Chain {
  readonly exchange: Exchange;
  readonly ids: readonly string[];
  readonly before: Chain | null;
}

/** The cursor of a request for a page; undefined for one that is not as specified, or asks for a part of the list. */
export function cursorOf({ request, alteration, operation }: Exchange, paged: PagedOperation) {
  if (operation !== paged.id || !isAsSpecified({ alteration })) return undefined;
  const { parameter, pageSize } = paged.paginated;
  const query = new URL(request.url).searchParams;
  const cursors = query.getAll(parameter);
  const sizes = pageSize === null ? [] : query.getAll(pageSize.parameter);
  const isUsual = sizes.length <= 1 && sizes.every((size) => /^[1-9]\d{0,8}$/.test(size));
  query.delete(parameter);
  if (pageSize !== null) query.delete(pageSize.parameter);
  const others = new URLSearchParams(pageQuery(paged, null)).toString();
  return isUsual && cursors.length <= 1 && query.toString() === others ? (cursors[0] ?? null) : undefined;
}

/** The lists that were read to their end, in the order of their last pages. */
export function endedIn(log: readonly Exchange[], paged: PagedOperation): readonly Chain[] {
  const chains = new Map<string, Chain>();
  // What is below one item is another list than what is below the next one.
  let path: string | null = null;
  return log.flatMap((exchange): readonly Chain[] => {
    const cursor = cursorOf(exchange, paged);
    if (cursor === undefined) return [];
    path ??= pathOf(exchange);
    if (path !== pathOf(exchange)) return [];
    const { ids, next } = readPage(paged, exchange);
    const before = cursor === null ? null : chains.get(cursor);
    // Nobody knows what came before a cursor that did not come from a page.
    if (before === undefined || ids === null || ids.includes(null)) return [];
    // A cursor that was used, or came late, may lead to an empty page.
    if (cursor !== null && ids.length === 0) return [];
    if (cursor !== null) chains.delete(cursor);
    const chain = { exchange, ids: ids.filter((id) => id !== null), before };
    if (typeof next === "string") chains.set(next, chain);
    return next === null ? [chain] : [];
  });
}

/** The pages of a list, the first one first. */
function pagesOf(chain: Chain | undefined): readonly Chain[] {
  const pages: Chain[] = [];
  for (let one = chain ?? null; one !== null; one = one.before) pages.push(one);
  return pages.reverse();
}

/** Every id, in the order of the pages. */
export function idsOf(chain: Chain | undefined): ReadonlySet<string> {
  return new Set(pagesOf(chain).flatMap(({ ids }) => ids));
}

/** True for an exchange that was under way while a list was read. */
export function isDuring({ startedAt, endedAt }: Exchange, chain: Chain): boolean {
  const [first = chain] = pagesOf(chain);
  return startedAt <= chain.exchange.endedAt && endedAt >= first.exchange.startedAt;
}

const pathOf = ({ request }: Exchange) => new URL(request.url).pathname;

/** The parts of the path of a request, as they were sent. */
export const segmentsOf = (exchange: Exchange): readonly string[] => pathOf(exchange).split("/");
