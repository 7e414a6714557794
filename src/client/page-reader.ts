import type { Operation } from "../../generated/operations.ts";
import { ResponseError } from "../core/errors.ts";
import type { CallResult } from "../pipeline/result.ts";
import type { Page } from "./pages.ts";

/**
 * Takes items and cursor out of a page, where the description says they stand.
 *
 * @throws ResponseError `response-shape` where the items are no array or the cursor is no text: going on
 *   would skip what cannot be read.
 * @see Specification, Resources, Card list response.
 */
export function readPage<T, B>(operation: Operation, result: CallResult<B>): Page<T, B> {
  const { paginated } = operation;
  const body = result.data as Record<string, unknown> | null;
  const fail = (problem: string) =>
    new ResponseError("response-shape", `${operation.id}: a page ${problem}.`, {
      ...{ operation: operation.id, status: result.status, requestId: result.requestId },
      cause: { paginated },
    });
  if (paginated === null || typeof body !== "object" || body === null) throw fail("that is no object");
  const items = body[paginated.items];
  if (!Array.isArray(items)) throw fail(`without an array "${paginated.items}"`);
  const cursor = body[paginated.cursor] ?? undefined;
  if (cursor !== undefined && typeof cursor !== "string") {
    throw fail(`with a "${paginated.cursor}" that is neither text nor null`);
  }
  return { items: items as T[], nextCursor: cursor, result };
}
