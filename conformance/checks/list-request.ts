/** The list as such: it is served, where it is specified and nowhere else. */

import { api, operations } from "../../generated/operations.ts";
import { type Exchange, isPlainRefusal, isRefusal, outcomeOf, quoted, succeeded } from "../wire/exchange.ts";
import type { Token } from "../wire/tokens.ts";
import { noToken } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { ifConclusive } from "./kit/inconclusive.ts";
import { contradictsByStatus } from "./kit/refused-as-specified.ts";
import type { Fact } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { walks } from "./walks.ts";

/** A request of the list with the Authorization header and nothing else. */
function plainRequest(run: Run): Promise<Exchange | null> {
  return run.memoize("plain list", () => run.probe.call("list.request", { operation: "listCards" }));
}

const request: Check = {
  id: "list.request",
  title: "GET /v1/card answers a request as specified with a card list",
  requirements: ["list.request", "service.cards.pages"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const plain = await plainRequest(run);
    const token = await run.probe.tokens.current();
    if (plain === null || token === null) return [missing(noToken(run))];
    const found = await ifConclusive(walks(run));
    const pages = found?.flatMap((walked) => walked.pages) ?? [];
    const answers = [readPage(plain), ...pages];
    const isNever = answers.every(({ ids }) => ids === null);
    // A server may fail once.
    const isFailing = answers.filter(({ exchange }) => contradictsByStatus(exchange)).length > 1;
    const why = isNever ? await whyRefused(run, token) : null;
    return answers.map(({ exchange, ids }): Fact => {
      if (ids !== null) return held("every request was answered with a list", exchange.id);
      const isOtherShape = succeeded(exchange) && (isNever || exchange.response?.form === "object");
      const isUnserved = contradictsByStatus(exchange) && (isNever || isFailing);
      const isRefusedAlways = isNever && isPlainRefusal(exchange) && why === null;
      if (!isOtherShape && !isUnserved && !isRefusedAlways) {
        return missing(`the card list cannot be read (${why ?? quoted(exchange)})`, [exchange.id]);
      }
      return {
        kind: "violated",
        message: "A request of the list as specified was not answered with a card list.",
        expected: ["2xx with an object that holds cards, an array"],
        received: quoted(exchange),
        exchanges: [exchange.id],
      };
    });
  },
};

/**
 * Why a fresh token does not open the list, where that is no fault of the list: the token lacks a scope, or the
 * list is served to a request that carries something else. null where nothing explains it.
 */
async function whyRefused(run: Run, token: Token): Promise<string | null> {
  const absent = api.scopes.filter((scope) => token.scopes?.includes(scope) === false);
  if (absent.length > 0) return `the token was not granted ${absent.join(" ")}`;
  for (const ways of [authorizationWays, headerWays]) {
    const other = await otherWay(run, ways);
    if (other !== null) return `it is served ${other.description}`;
  }
  return null;
}

/** A request that carries more, or something else, than is specified. */
interface OtherWay {
  readonly description: string;
  readonly headers: (token: string, nowMs: number) => readonly (readonly [string, string])[];
}

const bearer = (token: string) => ["Authorization", `Bearer ${token}`] as const;

const authorizationWays: readonly OtherWay[] = [
  {
    description: "with the token in the scheme Token",
    headers: (token) => [["Authorization", `Token ${token}`]],
  },
  { description: "with the token without a scheme", headers: (token) => [["Authorization", token]] },
  { description: "with the token in X-Access-Token", headers: (token) => [["X-Access-Token", token]] },
];

const headerWays: readonly OtherWay[] = [
  {
    description: "with an Idempotency-Key",
    headers: (token) => [bearer(token), [operations.updateCardLimits.idempotent, "a-key-for-a-read"]],
  },
  {
    description: "with a timestamp",
    headers: (token, now) => [
      bearer(token),
      [operations.updateCardLimits.signed.timestamp, String(Math.floor(now / 1000))],
    ],
  },
  {
    description: "with a content type",
    headers: (token) => [bearer(token), ["Content-Type", "application/json"]],
  },
];

/** The first of these ways in which the list is served while it is refused as specified; null where none is. */
function otherWay(run: Run, ways: readonly OtherWay[]) {
  return run.memoize(`list ${ways[0]?.description}`, async () => {
    const token = await run.probe.tokens.current();
    for (const { description, headers } of token === null ? [] : ways) {
      const exchange = await run.probe.session.send({
        purpose: "list.request",
        operation: "listCards",
        alteration: description,
        build: async () => ({
          method: operations.listCards.method,
          url: run.target.baseUrl + operations.listCards.path,
          headers: headers(token?.value ?? "", run.probe.session.serverNow()),
          body: null,
        }),
      });
      if (readPage(exchange).ids !== null) return { description, exchange };
    }
    return null;
  });
}

/**
 * Where the list as specified is refused, asks whether it is served in another way: that shows that the
 * token is good and the server wants something else than is specified.
 */
function onlyWayCheck(
  check: Pick<Check, "id" | "title" | "requirements">,
  ways: readonly OtherWay[],
  wanted: string,
): Check {
  return {
    ...check,
    access: "read",
    stage: "request",
    run: async (run) => {
      const plain = await plainRequest(run);
      if (plain === null) return [missing(noToken(run))];
      if (readPage(plain).ids !== null) return [held(wanted, plain.id)];
      const what = `the card list cannot be read (${quoted(plain)})`;
      if (!isRefusal(plain)) return [missing(what, [plain.id])];
      const other = await otherWay(run, ways);
      if (other === null) return [missing(what, [plain.id])];
      const control = await run.probe.call("control", { operation: "listCards" });
      // Once may have its reasons; a server that wants the other way refuses the specified one again.
      if (control === null || !isRefusal(control)) {
        return [missing(`refused once (${outcomeOf(plain)}), and then not`, [plain.id])];
      }
      return [
        {
          kind: "violated",
          message: `The list as specified is refused, but served ${other.description}.`,
          expected: [wanted],
          received: `${outcomeOf(plain)} as specified, ${outcomeOf(other.exchange)} ${other.description}`,
          exchanges: [plain.id, other.exchange.id],
        },
      ];
    },
  };
}

const authorization = onlyWayCheck(
  {
    id: "list.authorization",
    title: "the list takes the token as Authorization: Bearer",
    requirements: ["list.authorization"],
  },
  authorizationWays,
  "the list served to a request with Authorization: Bearer",
);

const onlyAuthorization = onlyWayCheck(
  {
    id: "list.only-authorization",
    title: "a read request needs only the Authorization header",
    requirements: ["auth.read.only-authorization"],
  },
  headerWays,
  "the list served to a request with Authorization and no other header",
);

const versioned: Check = {
  id: "version.path",
  title: "the list is served under /v1 and nowhere without it",
  requirements: ["version.path"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const { probe, target } = run;
    const before = await probe.call("control", { operation: "listCards" });
    const token = await probe.tokens.current();
    if (before === null || token === null) return [missing(noToken(run))];
    if (readPage(before).cards === null)
      return [missing(`the list is not served (${outcomeOf(before)})`, [before.id])];
    const path = operations.listCards.path.replace(/^\/v1/, "");
    const exchange = await probe.session.send({
      purpose: "version.path",
      operation: null,
      alteration: `at ${path}`,
      build: async () => ({
        method: operations.listCards.method,
        url: target.baseUrl + path,
        headers: [bearer(token.value), ["Accept", "application/json"]],
        body: null,
      }),
    });
    if (readPage(exchange).cards === null) return [held("the list is served at /v1/card only", exchange.id)];
    return [
      {
        kind: "violated",
        message: `The card list is served at ${path} as well.`,
        expected: ["nothing at a path that does not begin with /v1"],
        received: `${outcomeOf(exchange)} with a card list`,
        exchanges: [exchange.id, before.id],
      },
    ];
  },
};

/** Checks of the list as such. */
export const listRequestChecks: readonly Check[] = [request, authorization, onlyAuthorization, versioned];
