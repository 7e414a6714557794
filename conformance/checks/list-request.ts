/** The list as such: it is served, where it is specified and nowhere else. */

import { operations } from "../../generated/operations.ts";
import { noToken } from "../card-list.ts";
import { type Check, held, missing, type Run } from "../check.ts";
import type { Fact } from "../verdict.ts";
import { readPage } from "../walk.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../wire/exchange.ts";
import { walks } from "./walks.ts";

/** A request of the list with the Authorization header and nothing else. */
function plainRequest(run: Run): Promise<Exchange | null> {
  return run.once("plain list", () => run.probe.call("list.request", { operation: "listCards" }));
}

const request: Check = {
  id: "list.request",
  title: "GET /v1/card answers a request as specified with a card list",
  requirements: ["list.request", "service.cards.pages"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const plain = await plainRequest(run);
    if (plain === null) return [missing(noToken(run))];
    const found = await walks(run);
    const pages = typeof found === "string" ? [] : found.flatMap((walked) => walked.pages);
    const answers = [readPage(plain), ...pages];
    // A server may fail once.
    const failing = answers.filter(({ exchange }) => isServerError(exchange)).length > 1;
    return answers.map(({ exchange, ids }): Fact => {
      if (ids !== null) return held("every request was answered with a list", exchange.id);
      const status = exchange.response?.status ?? 0;
      const body = exchange.response?.json;
      const otherShape = succeeded(exchange) && typeof body === "object" && body !== null;
      const serverError = failing && isServerError(exchange);
      // Why a request is refused (a scope that is not granted, a large limit) cannot be told from here.
      if (!otherShape && !serverError)
        return missing(`the list is not served (${outcomeOf(exchange)})`, [exchange.id]);
      return {
        kind: "broken",
        message: "A request of the list as specified was not answered with a card list.",
        expected: ["2xx with an object that holds cards, an array"],
        received: serverError ? String(status) : (exchange.response?.text.slice(0, 200) ?? ""),
        exchanges: [exchange.id],
      };
    });
  },
};

function isServerError({ response }: Exchange): boolean {
  return response !== null && response.status >= 500 && ![502, 503, 504].includes(response.status);
}

/** A request that carries more, or something else, than is specified. */
interface OtherWay {
  readonly words: string;
  readonly headers: (token: string, nowMs: number) => readonly (readonly [string, string])[];
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
      const token = await run.probe.tokens.current();
      if (plain === null || token === null) return [missing(noToken(run))];
      if (readPage(plain).cards !== null) return [held(wanted, plain.id)];
      const status = plain.response?.status ?? 0;
      if (!isRefusal(plain)) return [missing(outcomeOf(plain), [plain.id])];
      for (const { words, headers } of ways) {
        const exchange = await run.probe.session.send({
          purpose: check.id,
          operation: "listCards",
          alteration: words,
          build: async () => ({
            method: operations.listCards.method,
            url: run.target.baseUrl + operations.listCards.path,
            headers: headers(token.value, run.probe.session.serverNow()),
            body: null,
          }),
        });
        if (readPage(exchange).cards === null) continue;
        const control = await run.probe.call("control", { operation: "listCards" });
        // Once may have its reasons; a server that wants the other way refuses the specified one again.
        if (control === null || !isRefusal(control)) {
          return [missing(`refused once (${status}), and then not`, [plain.id])];
        }
        return [
          {
            kind: "broken",
            message: `The list as specified is refused, but served ${words}.`,
            expected: [wanted],
            received: `${status} as specified, ${outcomeOf(exchange)} ${words}`,
            exchanges: [plain.id, exchange.id],
          },
        ];
      }
      return [missing(`the list is not served (${status})`, [plain.id])];
    },
  };
}

const bearer = (token: string) => ["Authorization", `Bearer ${token}`] as const;

const authorization = onlyWayCheck(
  {
    id: "list.authorization",
    title: "the list takes the token as Authorization: Bearer",
    requirements: ["list.authorization"],
  },
  [
    {
      words: "with the token in the scheme Token",
      headers: (token) => [["Authorization", `Token ${token}`]],
    },
    { words: "with the token without a scheme", headers: (token) => [["Authorization", token]] },
    { words: "with the token in X-Access-Token", headers: (token) => [["X-Access-Token", token]] },
  ],
  "the list served to a request with Authorization: Bearer",
);

const onlyAuthorization = onlyWayCheck(
  {
    id: "list.only-authorization",
    title: "a read request needs only the Authorization header",
    requirements: ["auth.read.only-authorization"],
  },
  [
    {
      words: "with an Idempotency-Key",
      headers: (token) => [bearer(token), [operations.updateCardLimits.idempotent, "a-key-for-a-read"]],
    },
    {
      words: "with a timestamp",
      headers: (token, now) => [
        bearer(token),
        [operations.updateCardLimits.signed.timestamp, String(Math.floor(now / 1000))],
      ],
    },
    {
      words: "with a content type",
      headers: (token) => [bearer(token), ["Content-Type", "application/json"]],
    },
  ],
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
        kind: "broken",
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
