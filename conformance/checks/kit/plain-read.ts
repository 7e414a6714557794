/** A read that any check can send to see whether a token is accepted. */
import { type Operation, type OperationId, operations } from "../../../generated/operations.ts";
import { samples } from "../../../generated/samples.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { Inconclusive } from "./inconclusive.ts";
import { mainList, pagedOperation } from "./paged.ts";
import { readPage } from "./walk.ts";

/** True for a GET that takes a token and can be called without knowing any item of the server. */
function isPlain({ id, method, scopes }: Operation): boolean {
  return method === "GET" && scopes !== null && Object.keys(samples[id as OperationId].path).length === 0;
}

/** Its operation: the main list, otherwise the first GET without parameters in its path; null without one. */
export const plainOperation: Operation | null =
  [...(mainList === null ? [] : [mainList]), ...Object.values<Operation>(operations)].find(isPlain) ?? null;

/**
 * The request.
 *
 * @throws Inconclusive if the description has none.
 */
export function plainRead(): Call {
  if (plainOperation === null) throw new Inconclusive("needs a GET without parameters in its path");
  const operation = plainOperation.id as OperationId;
  // What the description demands besides has the value of its example.
  const { query } = samples[operation];
  return Object.keys(query).length === 0 ? { operation } : { operation, query };
}

/**
 * The request, with a page size wherever its list has one.
 *
 * @param turn - Which of the sizes up to twice the usual one, in turn.
 * @throws Inconclusive if the description has none.
 */
export function sizedRead(turn: number): Call {
  const pageSize = pagedOperation(plainOperation?.id ?? null)?.paginated.pageSize ?? null;
  if (pageSize === null) return plainRead();
  const { query, ...call } = plainRead();
  return { ...call, query: { ...query, [pageSize.parameter]: String(1 + (turn % (2 * pageSize.default))) } };
}

/** True if a response to the plain read holds what was asked for. */
export function isRead(exchange: Exchange): boolean {
  const paged = pagedOperation(plainOperation?.id ?? null);
  return paged === null ? succeeded(exchange) : readPage(paged, exchange).ids !== null;
}
