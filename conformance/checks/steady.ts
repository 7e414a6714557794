/** A request as specified is not accepted at one time and refused at another: a look at all of a run. */
import { api, type OperationId } from "../../generated/operations.ts";
import { headerOf } from "../base/headers.ts";
import { type Exchange, outcomeOf, succeeded } from "../wire/exchange.ts";
import { readToken } from "../wire/tokens.ts";
import { type Check, held, missing } from "./kit/check.ts";
import { listCheckId, nounOf, type PagedOperation, pagedOperations } from "./kit/paged.ts";
import { isNotTaken, refusedAmongAccepted } from "./kit/refused-among-accepted.ts";
import { type Fact, violations } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { isTokenRequest } from "./token-request.ts";

/** As often as it has to be seen: a server may have its reasons, which pass. */
const seenAtLeast = 3;

/** The verdict over a log, of one operation whose requests are compared as {@link refusedAmongAccepted} says. */
export function judgeSteady(
  log: readonly Exchange[],
  operation: OperationId,
  sameAs: (exchange: Exchange) => string | null,
  isRefused: (exchange: Exchange) => boolean = isNotTaken,
): readonly Fact[] {
  const own = log.filter((exchange) => exchange.operation === operation);
  const { refused, compared } = refusedAmongAccepted(own, sameAs, isRefused);
  const [first] = refused;
  if (first === undefined) {
    const accepted = compared.filter(succeeded);
    return accepted.length < 2
      ? [missing("needs two requests as specified that are accepted")]
      : accepted.map(({ id }) => held("a request that was accepted once was accepted each time", id));
  }
  if (refused.length < seenAtLeast) {
    const times = refused.length === 1 ? "once" : `${refused.length} times`;
    return [
      missing(`a request that was accepted otherwise was refused ${times} (${outcomeOf(first)})`, [first.id]),
    ];
  }
  return violations({
    message:
      "A request as specified is refused or failed at now and then; the same one is accepted before and after.",
    expected: ["2xx"],
    received: `${outcomeOf(first)}, at ${refused.length} times in ${compared.length} such requests`,
    exchanges: refused.slice(0, seenAtLeast).map(({ id }) => id),
    isLasting: true,
  });
}

/** A token request as specified, for all scopes; all of them are alike. A success without a token is another matter. */
const sameToken = (exchange: Exchange) =>
  isTokenRequest(exchange) && succeeded(exchange) === (readToken(exchange) !== null) ? "" : null;

/** The list as specified, with the same page size and the same token. What a cursor gets later is open. */
export const sameList = (paged: PagedOperation) => (exchange: Exchange) => {
  const { url, headers } = exchange.request;
  const hasCursor = new URL(url).searchParams.has(paged.paginated.parameter);
  const isList = succeeded(exchange) === (readPage(paged, exchange).ids !== null);
  // Of a token that is refused, there is a check of its own.
  const isOther = exchange.alteration !== null || hasCursor || !isList || exchange.response?.status === 401;
  return isOther ? null : `${url} ${headerOf(headers, "authorization") ?? ""}`;
};

/** The checks of requests that are accepted at one time and refused at another. */
export const steadyChecks: readonly Check[] = [
  {
    id: "token.request.steady",
    title: "the token request that gave a token gives one each time",
    requirements: ["token.request"],
    access: "read",
    stage: "log",
    run: async (run) => judgeSteady(run.probe.session.exchanges, api.token, sameToken),
  },
  ...pagedOperations.map(
    (paged): Check => ({
      id: listCheckId("list.request.steady", paged),
      title: `the request that gave ${nounOf(paged)} gives them each time`,
      requirements: ["list.request"],
      access: "read",
      stage: "log",
      run: async (run) => judgeSteady(run.probe.session.exchanges, paged.id, sameList(paged)),
    }),
  ),
];
