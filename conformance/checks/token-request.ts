/** The token request as specified: it returns a token. */

import { api } from "../../generated/operations.ts";
import { type Exchange, outcomeOf, quoted, succeeded } from "../wire/exchange.ts";
import { tokenProblem } from "../wire/token-problem.ts";
import { readToken, type TokenRequestAlteration } from "../wire/tokens.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { contradictsByStatus } from "./kit/refused-as-specified.ts";
import { isAsSpecified } from "./kit/spelled.ts";
import type { Fact } from "./kit/verdict.ts";
import { judgeOnlyWay } from "./only-way.ts";

/** At least two token requests as specified. */
export function tokenRequests(run: Run): Promise<readonly [Exchange, Exchange, ...Exchange[]]> {
  return run.memoize("token requests", async () => {
    const request = () => run.probe.tokens.request("token");
    const requests: [Exchange, Exchange, ...Exchange[]] = [await request(), await request()];
    while (requests.length < run.samples) requests.push(await request());
    return requests;
  });
}

const requested: Check = {
  id: "token.request",
  title: "the client credentials give a token, again and again",
  requirements: ["token.request", "auth.token.endpoint"],
  access: "read",
  stage: "last",
  run: async (run) => {
    const own = await tokenRequests(run);
    const others = run.probe.session.exchanges.filter(
      (one) => isTokenRequest(one) && !own.some(({ id }) => id === one.id),
    );
    const isNever = own.every((exchange) => readToken(exchange) === null);
    // For the others only contradictions count: a single refusal does not show its reason.
    return [
      ...own.map((exchange) => judgeRequest(exchange, isNever)),
      ...others.map((exchange) => judgeRequest(exchange, isNever)).filter(({ kind }) => kind === "violated"),
    ];
  },
};

/** True for a token request with nothing altered, which asks for all scopes. */
export function isTokenRequest(exchange: Exchange): boolean {
  return exchange.alteration === null && isTokenRequestForAll(exchange);
}

/** The same, in whichever spelling. */
export function isTokenRequestForAll(exchange: Exchange): boolean {
  const scopes = new URLSearchParams(exchange.request.body ?? "").get("scope")?.split(" ") ?? [];
  return (
    exchange.operation === api.token &&
    isAsSpecified(exchange) &&
    scopes.length === api.scopes.length &&
    api.scopes.every((scope) => scopes.includes(scope))
  );
}

function judgeRequest(exchange: Exchange, isNever: boolean): Fact {
  if (readToken(exchange) !== null) return held("a form without Authorization gave a token", exchange.id);
  const what = tokenProblem(exchange);
  // A failure, or a page from something in front of the server, may happen once.
  const isOtherShape = succeeded(exchange) && exchange.response?.form === "object";
  const isOther = succeeded(exchange) || contradictsByStatus(exchange);
  if (!isOtherShape && !(isNever && isOther)) return missing(what, [exchange.id]);
  return {
    kind: "violated",
    message: succeeded(exchange)
      ? "The token request was answered with success, but without a usable access_token."
      : `The token request as specified is answered ${outcomeOf(exchange)}.`,
    expected: ["a JSON object with access_token, a string that can stand in a header"],
    received: quoted(exchange),
    hint: what,
    ...(succeeded(exchange) ? { pointer: "/access_token" } : {}),
    exchanges: [exchange.id],
  };
}

/** The form as JSON. */
export const inJson: TokenRequestAlteration = {
  description: "in JSON instead of a form",
  contentType: "application/json",
  body: (form) => JSON.stringify(Object.fromEntries(form)),
};

/** As some encoders write a form: + and %20 are the same (URL Standard, section 5.1). */
const withPercent: TokenRequestAlteration = {
  description: "with %20 for each space of the form",
  body: (form) => form.toString().replaceAll("+", "%20"),
};

/** As in RFC 6749, section 2.3.1. */
const withBasic: TokenRequestAlteration = {
  description: "with the credentials in Authorization: Basic as well",
  headers: (form) => {
    const names = ["client_id", "client_secret"];
    const pair = names.map((name) => encodeURIComponent(form.get(name) ?? "")).join(":");
    return [["Authorization", `Basic ${Buffer.from(pair).toString("base64")}`]];
  },
};

/** If the specified token request is refused, asks whether one of these is accepted. */
function onlyWayCheck(
  check: Pick<Check, "id" | "title" | "requirements">,
  ways: readonly TokenRequestAlteration[],
): Check {
  return {
    ...check,
    access: "read",
    stage: "request",
    run: async (run) => {
      const { tokens } = run.probe;
      const [specified] = await tokenRequests(run);
      const isAccepted = (exchange: Exchange) => readToken(exchange) !== null;
      const fact = await judgeOnlyWay({
        what: "token request",
        wanted: "a token for a form-encoded request without Authorization",
        specified,
        isAccepted,
        other: async () => {
          for (const way of ways) {
            const exchange = await tokens.request(check.id, way);
            if (isAccepted(exchange)) return { description: way.description, exchange };
          }
          return null;
        },
        again: () => tokens.request("control"),
      });
      return [fact];
    },
  };
}

/** Checks of the token request as specified. */
export const tokenRequestChecks: readonly Check[] = [
  requested,
  onlyWayCheck(
    {
      id: "token.request.form",
      title: "the token request is taken as a form",
      requirements: ["token.request.form"],
    },
    [inJson, withPercent],
  ),
  onlyWayCheck(
    {
      id: "token.request.no-authorization",
      title: "the token request needs no Authorization header",
      requirements: ["token.request.no-authorization"],
    },
    [withBasic],
  ),
];
