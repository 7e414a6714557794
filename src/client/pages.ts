import type { Operation } from "../../generated/operations.ts";
import { abortedBy, onAbort } from "../core/abort.ts";
import { checkNames, checkSignal, kindOf, whole, wrongArgument } from "../core/checks.ts";
import { PaginationError, ResponseError } from "../core/errors.ts";
import { valueAt } from "../core/json.ts";
import type { CallResult } from "../pipeline/result.ts";

/** One page of a list. */
export interface Page<T, B = unknown> {
  readonly items: readonly T[];
  /** Cursor of the next page; undefined on the last one. For immediate iteration only, not for storing. */
  readonly nextCursor: string | undefined;
  /** Result of the call that fetched this page, with its body and web `Response`. */
  readonly result: CallResult<B>;
}

/** Options of a paginator. */
export interface PaginatorOptions {
  /** Asks for the next page as soon as its cursor has come, and no further ahead. Default: true. */
  readonly prefetch?: boolean | undefined;
  /** Maximum number of pages; more are an error. Default: 10 000. */
  readonly maxPages?: number | undefined;
  /** Ends the iteration: after an abort no page or item is returned. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A list that is fetched page by page as it is read. Each iteration starts again at the first page; nothing
 * is requested before iteration starts.
 *
 * @see Specification, Endpoints, GET /v1/card: Iteration rule.
 */
export interface Paginator<T, B = unknown> extends AsyncIterable<T> {
  /** The pages instead of the items, including empty pages. */
  pages(): AsyncIterable<Page<T, B>>;
  /**
   * All items at once.
   *
   * @param options - `max`: stop after this many items; required, so that a long list cannot exhaust memory
   *   by accident. Infinity takes all.
   */
  toArray(options: { readonly max: number }): Promise<T[]>;
}

/**
 * Fetches the page for a cursor; the first page has none.
 *
 * @param onCursor - Told the next cursor as soon as it is known, which may be before the page is parsed, or not at all.
 *   It returns true if it has begun to fetch the next page.
 */
export type FetchPage<T, B> = (
  cursor: string | undefined,
  signal: AbortSignal,
  onCursor: (next: string) => boolean,
) => Promise<Page<T, B>>;

const defaultMaxPages = 10_000;

/**
 * Creates a paginator: the first page is requested without a cursor, each further one with the cursor of the
 * previous page, until that is absent or null. An empty page does not end the list, and neither does an empty
 * cursor: the specification names absent and null, so `""` is a cursor and is sent back.
 *
 * @throws RequestError `invalid-argument` at once for invalid options.
 * @throws PaginationError `page-loop` for a cursor that appears twice, `page-limit` beyond `maxPages`.
 *   An iteration never ends early without an error.
 */
export function paginator<T, B>(fetchPage: FetchPage<T, B>, options: PaginatorOptions): Paginator<T, B> {
  const { prefetch: ahead = true, maxPages = defaultMaxPages } = options;
  whole("maxPages", maxPages, { least: 1, endless: true });
  checkSignal(options.signal);
  if (typeof ahead !== "boolean")
    throw wrongArgument("prefetch", `must be true or false, not ${kindOf(ahead)}`);
  const pages = (prefetch = ahead) => pagesOf(fetchPage, { ...options, prefetch });
  async function* items(prefetch?: boolean): AsyncGenerator<T, void, undefined> {
    for await (const page of pages(prefetch)) {
      for (const item of page.items) {
        checkGoesOn(options.signal);
        yield item;
      }
    }
  }
  return {
    pages: () => pages(),
    [Symbol.asyncIterator]: () => items(),
    async toArray(limits) {
      checkNames("The argument of toArray", limits, ["max"]);
      const max = whole("max", limits.max, { least: 0, endless: true });
      const all: T[] = [];
      if (max === 0) return all;
      // Nothing is processed between pages, so prefetching could only fetch one page too many.
      for await (const item of items(false)) {
        all.push(item);
        if (all.length >= max) break;
      }
      return all;
    },
  };
}

/** Names of the options of a paginator, for callers without a compiler. */
export const paginatorNames: Record<keyof PaginatorOptions, true> = {
  prefetch: true,
  maxPages: true,
  signal: true,
};

/** A page that is under way, or there. */
interface Coming<T, B> {
  readonly cursor: string | undefined;
  readonly page: Promise<Page<T, B>>;
}

async function* pagesOf<T, B>(
  fetchPage: FetchPage<T, B>,
  { prefetch, maxPages = defaultMaxPages, signal }: PaginatorOptions,
): AsyncGenerator<Page<T, B>, void, undefined> {
  const seen = new Set<string>();
  const abandoned = new AbortController();
  const abort = () => abandoned.abort(signal?.reason);
  if (signal?.aborted) abort();
  const forget = signal === undefined || signal.aborted ? undefined : onAbort(signal, abort);
  let count = 0;
  // While the caller works on a page, no more than the next one is fetched.
  const waiting: {
    /** The page that the caller waits for. */
    for: Coming<T, B> | undefined;
    /** The page after it, if that was asked for before this one was parsed. */
    next: Coming<T, B> | undefined;
  } = { for: undefined, next: undefined };
  const fetchFor = (cursor: string | undefined): Coming<T, B> => {
    const onCursor = (next: string) => {
      if (prefetch !== true || waiting.for !== coming || waiting.next !== undefined) return false;
      if (cursorProblem(next, seen, count, maxPages) !== undefined) return false;
      waiting.next = fetchFor(next);
      return true;
    };
    const coming: Coming<T, B> = { cursor, page: fetchPage(cursor, abandoned.signal, onCursor) };
    // A failure is reported when the page is asked for, or never, if the caller stops before that.
    coming.page.catch(() => undefined);
    return coming;
  };
  try {
    let next: Coming<T, B> | undefined = fetchFor(undefined);
    while (next !== undefined) {
      count += 1;
      Object.assign(waiting, { for: next, next: undefined });
      const page: Page<T, B> = await next.page;
      waiting.for = undefined;
      checkGoesOn(signal);
      const cursor = page.nextCursor;
      const asked = waiting.next?.cursor === cursor ? waiting.next : undefined;
      const problem = asked === undefined ? cursorProblem(cursor, seen, count, maxPages) : undefined;
      const following = () =>
        asked ?? (cursor === undefined || problem !== undefined ? undefined : fetchFor(cursor));
      if (prefetch) {
        next = following();
        yield page;
      } else {
        yield page;
        next = following();
      }
      // Thrown after the page itself was returned: its items are valid.
      if (problem !== undefined) throw problem;
    }
  } finally {
    forget?.();
    // Also reached by `break` and `return`: the prefetched page is no longer needed.
    abandoned.abort();
  }
}

/** Throws after an abort, so that a page that has already arrived is not returned either. */
function checkGoesOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedBy(signal, "The iteration");
}

function cursorProblem(
  cursor: string | undefined,
  seen: Set<string>,
  pages: number,
  maxPages: number,
): PaginationError | undefined {
  if (cursor === undefined) return undefined;
  if (seen.has(cursor)) {
    const message = `The server returned a cursor for the second time, after ${pages} pages.`;
    return new PaginationError("page-loop", message, { pages, cause: { cursors: seen.size } });
  }
  if (pages >= maxPages) {
    const message = `The list has more than ${maxPages} pages; raise maxPages if it may.`;
    return new PaginationError("page-limit", message, { pages, cause: { maxPages } });
  }
  seen.add(cursor);
  return undefined;
}

/**
 * Reads items and cursor of a page from the places named in the description.
 *
 * @throws ResponseError `response-shape` if the items are not an array or the cursor is not a string: going
 *   on would skip what cannot be read.
 * @see Specification, Resources, Card list response.
 */
export function readPage<T, B>(operation: Operation, result: CallResult<B>): Page<T, B> {
  const { paginated } = operation;
  const body = result.data;
  const fail = (problem: string) =>
    new ResponseError("response-shape", `${operation.id}: a page ${problem}.`, {
      operation: operation.id,
      status: result.status,
      requestId: result.requestId,
      cause: { paginated },
    });
  if (paginated === null || typeof body !== "object" || body === null) throw fail("that is not an object");
  const items = valueAt(body, paginated.items);
  if (!Array.isArray(items)) throw fail(`without an array at ${paginated.items}`);
  const cursor = valueAt(body, paginated.cursor) ?? undefined;
  if (cursor !== undefined && typeof cursor !== "string") {
    throw fail(`with a value at ${paginated.cursor} that is neither text nor null`);
  }
  return { items: items as T[], nextCursor: cursor, result };
}
