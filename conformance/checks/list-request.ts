/** The list itself: it is served where it is specified and nowhere else. */

import { api, operations } from "../../generated/operations.ts";
import type { Alteration } from "../wire/alteration.ts";
import { type Exchange, isPlainRefusal, outcomeOf, quoted, succeeded } from "../wire/exchange.ts";
import type { Token } from "../wire/tokens.ts";
import { ask, currentToken } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { ifConclusive } from "./kit/inconclusive.ts";
import { contradictsByStatus } from "./kit/refused-as-specified.ts";
import type { Fact } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { judgeOnlyWay, type OtherWay } from "./only-way.ts";
import { walks } from "./walks.ts";

const { method, path } = operations.listCards;
const isListed = (exchange: Exchange) => readPage(exchange).ids !== null;
const control = (run: Run) => ask(run, "control", { operation: "listCards" });

/** A request of the list with only the Authorization header. */
function plainRequest(run: Run): Promise<Exchange> {
  return run.memoize("plain list", () => ask(run, "list.request", { operation: "listCards" }));
}

const request: Check = {
  id: "list.request",
  title: `${method} ${path} answers a request as specified with a card list`,
  requirements: ["list.request", "service.cards.pages"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const plain = await plainRequest(run);
    const token = await currentToken(run);
    const found = await ifConclusive(walks(run));
    const pages = found?.flatMap((walked) => walked.pages) ?? [];
    const answers = [readPage(plain), ...pages];
    const isNever = answers.every(({ ids }) => ids === null);
    // A single failure of a server may be chance.
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
 * Why a fresh token does not give access to the list, if the list is not at fault: the token lacks a scope,
 * or the list is served to a request that contains something else. null if nothing explains it.
 */
async function whyRefused(run: Run, token: Token): Promise<string | null> {
  const absent = api.scopes.filter((scope) => token.scopes?.includes(scope) === false);
  if (absent.length > 0) return `the token was not granted ${absent.join(" ")}`;
  const other = (await otherWay(run, otherAuthorization)) ?? (await otherWay(run, furtherHeaders));
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
function otherWay(run: Run, ways: readonly Alteration[]): Promise<OtherWay | null> {
  return run.memoize(`list ${ways[0]?.description}`, async () => {
    const token = await currentToken(run);
    for (const alteration of ways) {
      const call = { operation: "listCards", alteration } as const;
      const exchange = await run.probe.callWith("list.request", call, token);
      if (isListed(exchange)) return { description: alteration.description, exchange };
    }
    return null;
  });
}

/** If the list as specified is refused, asks whether the server expects something else. */
function onlyWayCheck(
  check: Pick<Check, "id" | "title" | "requirements">,
  ways: readonly Alteration[],
  wanted: string,
): Check {
  return {
    ...check,
    access: "read",
    stage: "request",
    run: async (run) => [
      await judgeOnlyWay({
        what: "card list request",
        wanted,
        specified: await plainRequest(run),
        isAccepted: isListed,
        other: () => otherWay(run, ways),
        again: () => control(run),
      }),
    ],
  };
}

const authorization = onlyWayCheck(
  {
    id: "list.authorization",
    title: "the list takes the token as Authorization: Bearer",
    requirements: ["list.authorization"],
  },
  otherAuthorization,
  "the list served to a request with Authorization: Bearer",
);

const onlyAuthorization = onlyWayCheck(
  {
    id: "list.only-authorization",
    title: "a read request needs only the Authorization header",
    requirements: ["auth.read.only-authorization"],
  },
  furtherHeaders,
  "the list served to a request with Authorization and no other header",
);

const versioned: Check = {
  id: "version.path",
  title: `the list is served under ${api.versionPrefix} and nowhere without it`,
  requirements: ["version.path"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const before = await control(run);
    const token = await currentToken(run);
    if (!isListed(before)) return [missing(`the list is not served (${outcomeOf(before)})`, [before.id])];
    const bare = path.slice(api.versionPrefix.length);
    const exchange = await run.probe.session.send({
      purpose: "version.path",
      operation: null,
      alteration: `at ${bare}`,
      build: async () => ({
        method,
        url: run.target.baseUrl + bare,
        headers: [
          ["Authorization", `Bearer ${token.value}`],
          ["Accept", "application/json"],
        ],
        body: null,
      }),
    });
    if (!isListed(exchange)) return [held(`the list is served at ${path} only`, exchange.id)];
    return [
      {
        kind: "violated",
        message: `The card list is served at ${bare} as well.`,
        expected: [`nothing at a path that does not begin with ${api.versionPrefix}`],
        received: `${outcomeOf(exchange)} with a card list`,
        exchanges: [exchange.id, before.id],
      },
    ];
  },
};

/** Checks of the list itself. */
export const listRequestChecks: readonly Check[] = [request, authorization, onlyAuthorization, versioned];
