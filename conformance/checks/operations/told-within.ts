/** Answers that take a request of several items as a whole, and tell of single items that these are refused. */
import { isObject } from "../../base/shape.ts";
import { bodySent, type Exchange, succeeded } from "../../wire/exchange.ts";

/**
 * True for a success that tells of an item of the request that it is refused: one result for each item, of which one has an
 * error or a status of 4xx, or a list of those that failed. Nothing says that one item makes all of them wrong.
 */
export function isToldWithin(exchange: Exchange): boolean {
  const sizes = listsIn(bodySent(exchange)).map(([, items]) => items.length);
  if (!succeeded(exchange) || sizes.length === 0) return false;
  return listsIn(exchange.response?.json).some(
    ([name, results]) =>
      (isOfFailures.test(name) && results.length > 0) ||
      (sizes.includes(results.length) && results.some(isFailure)),
  );
}

const isOfFailures = /^(?:errors?|problems?|fail(?:ed|ures?)|rejected|refused)$/i;

/** The lists of a body, with their names: itself, or what it has. */
function listsIn(body: unknown): readonly (readonly [name: string, items: readonly unknown[]])[] {
  if (Array.isArray(body)) return [["", body]];
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, items]) =>
    Array.isArray(items) ? [[name, items] as const] : [],
  );
}

/** True for a result that has an error, or the status of one. */
function isFailure(result: unknown): boolean {
  if (!isObject(result)) return false;
  return Object.entries(result).some(([name, value]) => {
    if (/^(?:status|statusCode|code|http_?status)$/i.test(name)) return /^4\d\d$/.test(String(value));
    const isThere = Array.isArray(value) ? value.length > 0 : isObject(value) || typeof value === "string";
    return isOfFailures.test(name) && isThere;
  });
}
