/** A list itself: it is served where it is specified and nowhere else. */

import { api } from "../../generated/operations.ts";
import { samples } from "../../generated/samples.ts";
import type { Alteration } from "../wire/alteration.ts";
import { type Exchange, isPlainRefusal, outcomeOf, quoted, succeeded } from "../wire/exchange.ts";
import { jsonProblem } from "../wire/json-problem.ts";
import { neededHeaders, usualBeside } from "../wire/request.ts";
import type { Token } from "../wire/tokens.ts";
import { ask, currentToken } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { ifConclusive } from "./kit/inconclusive.ts";
import { listCheckId, nounOf, ofList, type PagedOperation } from "./kit/paged.ts";
import { contradictsByStatus, isGone } from "./kit/refused-as-specified.ts";
import { type Fact, violations } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { withPath } from "./kit/with-path.ts";
import { judgeOnlyWay, type OtherWay } from "./only-way.ts";
import { walks } from "./walks.ts";

const isListed = (paged: PagedOperation) => (exchange: Exchange) => readPage(paged, exchange).ids !== null;
const callOf = ({ id, pathValues: path = {} }: PagedOperation) => ({
  operation: id,
  path,
  query: samples[id].query,
});
const askFor = (run: Run, paged: PagedOperation, purpose: string) =>
  withPath(run, paged, (one) => ask(run, purpose, callOf(one)));
const control = (run: Run, paged: PagedOperation) => askFor(run, paged, "control");

/** A request of the list with only the Authorization header. */
function plainRequest(run: Run, paged: PagedOperation): Promise<Exchange> {
  const id = listCheckId("list.request", paged);
  return run.memoize(`plain ${id}`, () => askFor(run, paged, id));
}

const request = (paged: PagedOperation) =>
  ofList(paged, {
    id: "list.request",
    title: "a request as specified is answered with a list",
    requirements: ["list.request", "service.cards.pages"],
    run: async (run) => {
      const noun = nounOf(paged);
      const plain = await plainRequest(run, paged);
      const token = await currentToken(run);
      const found = await ifConclusive(walks(run, paged));
      const pages = found?.flatMap((walked) => walked.pages) ?? [];
      // The same request for other checks: what a bad cursor or limit gets is open, so no other one counts.
      const others = run.probe.session.exchanges.filter(
        (one) =>
          one !== plain &&
          one.operation === paged.id &&
          one.alteration === null &&
          one.request.url === plain.request.url &&
          pages.every(({ exchange }) => exchange !== one) &&
          contradictsByStatus(one),
      );
      const answers = [readPage(paged, plain), ...pages, ...others.map((one) => readPage(paged, one))];
      const isNever = answers.every(({ ids }) => ids === null);
      // A cursor may have ended.
      const isUnknown = (exchange: Exchange) =>
        contradictsByStatus(exchange) && !(isGone(exchange) && hasCursor(paged, exchange));
      const failing = answers.filter(({ exchange }) => isUnknown(exchange));
      const isFailing = failing.length > 1 || (await failsAgain(run, failing[0]?.exchange));
      const why = isNever ? await whyRefused(run, paged, token) : null;
      const isGarbled = isNever && isNoHttp(run.probe.session.exchanges, paged);
      return answers.map(({ exchange, ids }): Fact => {
        if (ids !== null) return held("every request was answered with a list", exchange.id);
        const isOtherShape = succeeded(exchange) && (isNever || exchange.response?.form === "object");
        const isUnserved = isUnknown(exchange) && (isNever || isFailing);
        const isRefusedAlways = isNever && isPlainRefusal(exchange) && why === null;
        if (!isOtherShape && !isUnserved && !isRefusedAlways && !isGarbled) {
          return missing(`the list of ${noun} cannot be read (${why ?? quoted(exchange)})`, [exchange.id]);
        }
        return {
          kind: "violated",
          message: `A request of the list as specified was not answered with a list of ${noun}.`,
          expected: [`2xx with an object that holds ${noun}, an array`],
          received: exchange.failure?.message ?? quoted(exchange),
          ...hintOf(exchange),
          exchanges: [exchange.id],
          // After a few of these, nothing is asked any more.
          ...(isGarbled ? { isLasting: true as const } : {}),
        };
      });
    },
  });

/** What is wrong with the body of a success, where it is no JSON. */
function hintOf(exchange: Exchange): { readonly hint?: string } {
  const { response } = exchange;
  const problem = response === null || !succeeded(exchange) ? null : jsonProblem(response);
  return problem === null ? {} : { hint: `the body is ${problem}` };
}

/** True where every response to the list was something else than HTTP, each time. */
function isNoHttp(log: readonly Exchange[], { id }: PagedOperation): boolean {
  const isSent = ({ failure }: Exchange) => !["budget", "aborted"].includes(failure?.kind ?? "");
  const lists = log.filter((one) => one.operation === id && one.alteration === null && isSent(one));
  return lists.length > 1 && lists.every(({ failure }) => failure?.kind === "malformed");
}

function hasCursor({ paginated }: PagedOperation, { request: { url } }: Exchange): boolean {
  return new URL(url).searchParams.has(paginated.parameter);
}

/** How often a single failure of a server is asked for again: it may be chance. */
const timesAgain = 2;

/** True if a server fails each time that this request is sent again; a cursor that was used may well be refused. */
async function failsAgain(run: Run, failed: Exchange | undefined): Promise<boolean> {
  const isFailure = (one: Exchange | null) =>
    one !== null && (one.response?.status ?? 0) >= 500 && contradictsByStatus(one);
  if (run.offline || failed === undefined || !isFailure(failed)) return false;
  for (let time = 0; time < timesAgain; time += 1) {
    if (!isFailure(await run.probe.session.resend(failed.id))) return false;
  }
  return true;
}

/**
 * Why a fresh token does not give access to the list, if the list is not at fault: the token lacks a scope,
 * or the list is served to a request that contains something else. null if nothing explains it.
 */
async function whyRefused(run: Run, paged: PagedOperation, token: Token): Promise<string | null> {
  const absent = api.scopes.filter((scope) => token.scopes?.includes(scope) === false);
  if (absent.length > 0) return `the token was not granted ${absent.join(" ")}`;
  const other =
    (await otherWay(run, paged, otherAuthorization)) ?? (await otherWay(run, paged, furtherHeaders));
  return other === null ? null : `it is served ${other.description}`;
}

const otherAuthorization: readonly Alteration[] = [
  { description: "with the token in the scheme Token", authorization: (token) => `Token ${token}` },
  { description: "with the token without a scheme", authorization: (token) => token },
  {
    description: "with the token in X-Access-Token",
    authorization: () => null,
    headers: (token) => [["X-Access-Token", token]],
  },
];

const furtherHeaders: readonly Alteration[] = [
  {
    description: `with an ${api.headers.idempotencyKey}`,
    headers: () => [[api.headers.idempotencyKey, "a-key-for-a-read"]],
  },
  {
    description: "with a timestamp",
    headers: (_, seconds) => [[api.headers.timestamp, String(seconds)]],
  },
  { description: "with a content type", headers: () => [["Content-Type", "application/json"]] },
];

/** The first of these ways in which the list is served while it is refused as specified; null if none is. */
function otherWay(run: Run, paged: PagedOperation, ways: readonly Alteration[]): Promise<OtherWay | null> {
  return run.memoize(`${paged.id} ${ways[0]?.description}`, async () => {
    const token = await currentToken(run);
    for (const alteration of ways) {
      const call = await withPath(run, paged, async (one) => ({ ...callOf(one), alteration }));
      const exchange = await run.probe.callWith(listCheckId("list.request", paged), call, token);
      if (isListed(paged)(exchange)) return { description: alteration.description, exchange };
    }
    return null;
  });
}

/** If the list as specified is refused, asks whether the server expects something else. */
function onlyWayCheck(
  paged: PagedOperation,
  check: Pick<Check, "id" | "title" | "requirements">,
  ways: readonly Alteration[],
  wanted: string,
): Check {
  return ofList(paged, {
    ...check,
    run: async (run) => [
      await judgeOnlyWay({
        what: `request of the list of ${nounOf(paged)}`,
        wanted,
        specified: await plainRequest(run, paged),
        isAccepted: isListed(paged),
        other: () => otherWay(run, paged, ways),
        again: () => control(run, paged),
      }),
    ],
  });
}

const authorization = (paged: PagedOperation) =>
  onlyWayCheck(
    paged,
    {
      id: "list.authorization",
      title: "the list takes the token as Authorization: Bearer",
      requirements: ["list.authorization"],
    },
    otherAuthorization,
    "the list served to a request with Authorization: Bearer",
  );

const onlyAuthorization = (paged: PagedOperation) =>
  onlyWayCheck(
    paged,
    {
      id: "list.only-authorization",
      title: "a read request needs only the Authorization header",
      requirements: ["auth.read.only-authorization"],
    },
    furtherHeaders,
    "the list served to a request with Authorization and no other header",
  );

const versioned = (paged: PagedOperation) =>
  ofList(paged, {
    id: "version.path",
    title: `the list is served under ${api.versionPrefix} and nowhere without it`,
    requirements: ["version.path"],
    run: async (run) => {
      const { method, path: template } = paged;
      const { path: values } = await withPath(run, paged, async (one) => callOf(one));
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(values[name] ?? ""),
      );
      const before = await control(run, paged);
      const token = await currentToken(run);
      if (!isListed(paged)(before))
        return [missing(`the list is not served (${outcomeOf(before)})`, [before.id])];
      const bare = path.slice(api.versionPrefix.length);
      const query = String(new URLSearchParams(samples[paged.id].query));
      const exchange = await run.probe.session.send({
        purpose: listCheckId("version.path", paged),
        operation: null,
        alteration: `at ${bare}`,
        build: async () => ({
          method,
          url: `${run.target.baseUrl}${bare}${query === "" ? "" : `?${query}`}`,
          headers: [
            ["Authorization", `Bearer ${token.value}`],
            ...usualBeside(Object.keys(neededHeaders(paged.id))),
            ...Object.entries(neededHeaders(paged.id)),
          ],
          body: null,
        }),
      });
      if (!isListed(paged)(exchange)) return [held(`the list is served at ${path} only`, exchange.id)];
      return violations({
        message: `The list of ${nounOf(paged)} is served at ${bare} as well.`,
        expected: [`nothing at a path that does not begin with ${api.versionPrefix}`],
        received: `${outcomeOf(exchange)} with a list`,
        exchanges: [exchange.id, before.id],
      });
    },
  });

/** Checks of a list itself. */
export function listRequestChecks(paged: PagedOperation): readonly Check[] {
  return [request(paged), authorization(paged), onlyAuthorization(paged), versioned(paged)];
}
