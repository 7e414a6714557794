/** Requests as specified that a server refuses now and then, with nothing before them that explains it: a pure decision. */
import { type Exchange, isPlainRefusal, isRefusal, isServerFailure, succeeded } from "../../wire/exchange.ts";

/** Some servers answer so where there are too many requests. */
const tooMany = 403;

/** True for a refusal of a request that is accepted at other times, and for a failure. */
export function isNotTaken(exchange: Exchange): boolean {
  return isServerFailure(exchange) || (isPlainRefusal(exchange) && exchange.response?.status !== tooMany);
}

/** One refused request of each time that this happened, and the requests that were compared. */
export interface RefusedAmongAccepted {
  readonly refused: readonly Exchange[];
  readonly compared: readonly Exchange[];
}

/**
 * The requests that were refused although the same one was accepted before and after. Where another request of the
 * operation was refused in between, the server may have locked its sender out: only a failure of its own counts then.
 * What is refused until one of them is accepted counts once: that may be a single cause, such as a server that is being
 * started.
 *
 * @param sameAs - What a request as specified has in common with those that it is compared with; null for any other.
 * @param isRefused - What counts as refused; other responses that are no success show nothing.
 */
export function refusedAmongAccepted(
  log: readonly Exchange[],
  sameAs: (exchange: Exchange) => string | null,
  isRefused: (exchange: Exchange) => boolean,
): RefusedAmongAccepted {
  const refused: Exchange[] = [];
  const compared: Exchange[] = [];
  const accepted = new Set<string>();
  /** By what requests have in common: the first that was refused since the last that was accepted. */
  const since = new Map<string, Exchange>();
  /** What may be refused for the refusal of another request, until it is accepted once more. */
  let excused = new Set<string>();
  let until = Number.NEGATIVE_INFINITY;
  for (const exchange of log) {
    const same = sameAs(exchange);
    if (same === null) {
      if (!isRefusal(exchange)) continue;
      excused = new Set(accepted);
      for (const [key, first] of since) if (!isServerFailure(first)) since.delete(key);
    } else if (succeeded(exchange)) {
      const first = since.get(same);
      if (first !== undefined && first.startedAt >= until) {
        refused.push(first);
        until = exchange.endedAt;
      }
      accepted.add(same);
      since.delete(same);
      excused.delete(same);
      compared.push(exchange);
    } else if (isRefused(exchange)) {
      const counts = isServerFailure(exchange) || !excused.has(same);
      if (counts && accepted.has(same) && !since.has(same)) since.set(same, exchange);
      compared.push(exchange);
    }
  }
  return { refused, compared };
}
