/** The operations that are read page by page, and how checks of each are named. */
import type { Operation, OperationId, Pagination } from "../../../generated/operations.ts";
import { operations } from "../../../generated/operations.ts";
import { samples } from "../../../generated/samples.ts";
import { validators } from "../../../generated/validators.js";
import type { Exchange } from "../../wire/exchange.ts";
import type { Check } from "./check.ts";
import { findRequirement, rulesOfList } from "./rules.ts";

/** An operation that is read page by page. */
export type PagedOperation = Operation & {
  readonly id: OperationId;
  readonly paginated: Pagination;
  /** The values of its path parameters, once a run knows them. */
  readonly pathValues?: Readonly<Record<string, string>>;
};

/** Every operation that is read page by page, in the order of the description. */
export const pagedOperations: readonly PagedOperation[] = Object.values<Operation>(operations).filter(
  (one): one is PagedOperation => one.paginated !== null,
);

/** Those that can be read without knowing anything of the server: no parameter is in their path. */
const lists = pagedOperations.filter(({ path }) => !path.includes("{"));

/** How an operation is paged; null for one that is not, and for a request of no operation. */
export function pagedOperation(operation: string | null): PagedOperation | null {
  return pagedOperations.find(({ id }) => id === operation) ?? null;
}

/**
 * The list of which the requirements speak, otherwise the first one: its checks have the plain ids, which
 * stay as they are when another list is described. Null where nothing is paged.
 */
export const mainList: PagedOperation | null =
  lists.find(({ id }) => findRequirement("list.request")?.operations.includes(id)) ?? lists[0] ?? null;

/** The id of a check of a list: "list.limit" for the main one, otherwise "list.limit.listHolders". */
export function listCheckId(id: string, { id: operation }: PagedOperation): string {
  return operation === mainList?.id ? id : `${id}.${operation}`;
}

/** A check of a list: its title has the method and the path where another list has the plain one. */
export function ofList(
  paged: PagedOperation,
  check: Pick<Check, "id" | "title" | "requirements" | "run"> & Partial<Check>,
): Check {
  const { id, method, path } = paged;
  return {
    access: "read",
    stage: "request",
    ...check,
    id: listCheckId(check.id, paged),
    title: id === mainList?.id ? check.title : `${method} ${path}: ${check.title}`,
    requirements: rulesOfList(paged.paginated, check.requirements),
    operations: [id],
  };
}

/**
 * The query for a page of a list: what a request needs, the number of items where there is a parameter for it, and
 * the cursor.
 *
 * @param size - As it is sent; null to send none.
 * @param cursor - null for the first page.
 */
export function pageQuery(
  { id, paginated: { parameter, pageSize } }: PagedOperation,
  size: number | string | null,
  cursor: string | null = null,
): Record<string, string> {
  return {
    ...samples[id]?.query,
    ...(size === null || pageSize === null ? {} : { [pageSize.parameter]: String(size) }),
    ...(cursor === null ? {} : { [parameter]: cursor }),
  };
}

/** What the description says of the number of items in a page. */
type Sizes = Pick<Operation, "paginated" | "queryBounds">;

/** True for a number of items in a page within the bounds that the description states, if it states any. */
export function isAllowedSize({ paginated, queryBounds }: Sizes, size: number): boolean {
  const schema = queryBounds[paginated?.pageSize?.parameter ?? ""];
  return schema === undefined || validators[schema](size);
}

/**
 * True for a size up to the largest one that the description states: a page may be asked to be as long.
 *
 * @param isAllowed - True for a size within the bounds of the description, as {@link isAllowedSize} by default.
 */
export function isStatedSize(
  sizes: Sizes,
  size: number,
  isAllowed = (one: number) => isAllowedSize(sizes, one),
): boolean {
  return isAllowed(size) && !isAllowed(Number.MAX_SAFE_INTEGER);
}

/** The largest number of items in a page that may be asked for, up to this one; null where none is described. */
export function largestSize(
  sizes: Sizes,
  most: number,
  isAllowed = (one: number) => isAllowedSize(sizes, one),
): number | null {
  if (sizes.paginated?.pageSize == null) return null;
  for (let size = most; size > 0; size -= 1) if (isAllowed(size)) return size;
  return null;
}

/** What a list holds, as the description names it: "cards". */
export function nounOf({ paginated }: PagedOperation): string {
  return lastName(paginated.items) || "items";
}

/** The name of the cursor in a page, as the description has it: "nextCursor". */
export function cursorNameOf({ paginated }: PagedOperation): string {
  return lastName(paginated.cursor);
}

function lastName(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1);
}

/** The purpose of requests that look at what was written. */
export const readBack = "read back";

/**
 * Tells, at any time, how many requests it takes to read back what was written, page by page: on average, and 1 before
 * the first time.
 *
 * @param log - Grows; each exchange is looked at once.
 */
export function pagesPerRead(
  log: readonly Pick<Exchange, "purpose" | "operation" | "request">[],
): () => number {
  let [seen, pages, begun] = [0, 0, 0];
  return () => {
    for (const { purpose, operation, request } of log.slice(seen)) {
      if (purpose !== readBack) continue;
      const cursor = pagedOperation(operation)?.paginated.parameter;
      pages += 1;
      if (cursor === undefined || !new URL(request.url).searchParams.has(cursor)) begun += 1;
    }
    seen = log.length;
    return begun === 0 ? 1 : pages / begun;
  };
}
