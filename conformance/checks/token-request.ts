/** The token request: what gives a token, and what must not. */

import { api } from "../../generated/operations.ts";
import { type Exchange, isRefusal, outcomeOf, quoted, succeeded } from "../wire/exchange.ts";
import { tokenProblem } from "../wire/token-problem.ts";
import { readToken, type TokenRequestAlteration } from "../wire/tokens.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { judgeRefusal, type RefusalRule } from "./kit/refusal.ts";
import { contradictsByStatus } from "./kit/refused-as-specified.ts";
import type { Fact } from "./kit/verdict.ts";

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
    // Of the others only what contradicts counts: why one of them was refused cannot be told.
    return [
      ...own.map((exchange) => judgeRequest(exchange, isNever)),
      ...others.map((exchange) => judgeRequest(exchange, isNever)).filter(({ kind }) => kind === "violated"),
    ];
  },
};

/** True for a token request with nothing altered, which asks for all scopes. */
export function isTokenRequest({ operation, alteration, request }: Exchange): boolean {
  return (
    operation === "requestToken" &&
    alteration === null &&
    new URLSearchParams(request.body ?? "").get("scope") === api.scopes.join(" ")
  );
}

function judgeRequest(exchange: Exchange, isNever: boolean): Fact {
  if (readToken(exchange) !== null) return held("a form without Authorization gave a token", exchange.id);
  const what = tokenProblem(exchange);
  // A failure, or a page of something else that stands before the server, may happen once.
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

/** Ways of asking for a token that are not the specified one. */
const otherWays: readonly (TokenRequestAlteration & { readonly breaks: "form" | "authorization" })[] = [
  {
    breaks: "form",
    description: "in JSON instead of a form",
    contentType: "application/json",
    body: (form) => JSON.stringify(Object.fromEntries(form)),
  },
  {
    breaks: "authorization",
    description: "with the credentials in Authorization: Basic as well",
    basic: true,
  },
];

/** Where the specified token request is refused, asks whether another one is accepted. */
function onlyWay(
  breaks: "form" | "authorization",
  check: Pick<Check, "id" | "title" | "requirements">,
): Check {
  return {
    ...check,
    access: "read",
    stage: "request",
    run: async (run) => {
      const [first] = await tokenRequests(run);
      if (readToken(first) !== null) return [held("a form without Authorization gave a token", first.id)];
      const status = first.response?.status ?? 0;
      if (!isRefusal(first)) return [missing(outcomeOf(first), [first.id])];
      for (const way of otherWays.filter((other) => other.breaks === breaks)) {
        const exchange = await run.probe.tokens.request(check.id, way);
        if (readToken(exchange) === null) continue;
        const control = await run.probe.tokens.request("control");
        // Once may have its reasons; a server that wants the other way refuses the specified one again.
        if (!isRefusal(control))
          return [missing(`refused once (${status}), and then not`, [first.id, control.id])];
        return [
          {
            kind: "violated",
            message: `The token request as specified is refused, but accepted ${way.description}.`,
            expected: ["a token for a form-encoded request without Authorization"],
            received: `${status} as specified, a token ${way.description}`,
            exchanges: [first.id, exchange.id],
          },
        ];
      }
      return [missing(`the token request was answered ${status}`, [first.id])];
    },
  };
}

const form = (description: string, change: (form: URLSearchParams) => void): TokenRequestAlteration => ({
  description,
  form: change,
});

interface TokenDefect {
  readonly id: string;
  readonly title: string;
  readonly requirements: Check["requirements"];
  readonly alterations: readonly TokenRequestAlteration[];
}

const tokenDefects: readonly TokenDefect[] = [
  {
    id: "token.grant-type",
    title: "a token request without grant_type gets no token",
    requirements: ["token.form.grant-type"],
    alterations: [
      form("without grant_type", (fields) => fields.delete("grant_type")),
      form("with an empty grant_type", (fields) => fields.set("grant_type", "")),
    ],
  },
  {
    id: "token.other-grants",
    title: "no other grant gives a token",
    requirements: ["auth.client-credentials"],
    alterations: [
      form("with the grant type password", (fields) => {
        fields.set("grant_type", "password");
        fields.set("username", "somebody");
        fields.set("password", "something");
      }),
      form("with the grant type authorization_code", (fields) => {
        fields.set("grant_type", "authorization_code");
        fields.set("code", "some-code");
      }),
      form("with the grant type refresh_token", (fields) => {
        fields.set("grant_type", "refresh_token");
        fields.set("refresh_token", "some-token");
      }),
    ],
  },
  {
    id: "token.client-id",
    title: "a token request without the client's id gets no token",
    requirements: ["token.form.client-id"],
    alterations: [
      form("without client_id", (fields) => fields.delete("client_id")),
      form("with an unknown client_id", (fields) =>
        fields.set("client_id", `${fields.get("client_id")}-unknown`),
      ),
    ],
  },
  {
    id: "token.client-secret",
    title: "a token request without the client's secret gets no token",
    requirements: ["token.form.client-secret"],
    alterations: [
      form("without client_secret", (fields) => fields.delete("client_secret")),
      form("with an empty client_secret", (fields) => fields.set("client_secret", "")),
      form("with a wrong client_secret", (fields) =>
        fields.set("client_secret", "not-the-secret-of-this-client"),
      ),
      form("with a client_secret that lacks its last character", (fields) =>
        fields.set("client_secret", (fields.get("client_secret") ?? "").slice(0, -1)),
      ),
    ],
  },
];

const noToken: RefusalRule = {
  expected: "a refusal (any 4xx), and no token",
  granted: (exchange) => readToken(exchange) !== null,
};

function isServerError(fact: Fact): boolean {
  return fact.kind === "missing" && fact.serverError === true;
}

/** The defective token requests of one check, sent once per run. */
function refusedTokenRequests(
  run: Run,
  { id, alterations }: TokenDefect,
): Promise<readonly [Exchange, Fact][]> {
  return run.memoize(`refused ${id}`, async () => {
    const results: [Exchange, Fact][] = [];
    let again = alterations.length;
    let [, before] = await tokenRequests(run);
    for (const alteration of alterations) {
      let result: [Exchange, Fact] | null = null;
      // Once more where the server failed: it may fail once.
      while (result === null || (again > 0 && isServerError(result[1]))) {
        if (result !== null) again -= 1;
        const altered = await run.probe.tokens.request(id, alteration);
        const after = await run.probe.tokens.request("control");
        result = [altered, judgeRefusal({ before, altered, after, effect: null }, noToken)];
        before = after;
      }
      results.push(result);
    }
    return results;
  });
}

const wrongSecret = tokenDefects.find(({ id }) => id === "token.client-secret");

/** Token requests with a wrong secret, for the open question of their status. */
export async function refusedSecrets(run: Run): Promise<readonly [Exchange, Fact][]> {
  return wrongSecret === undefined ? [] : refusedTokenRequests(run, wrongSecret);
}

/** Checks of the token request. */
export const tokenRequestChecks: readonly Check[] = [
  requested,
  onlyWay("form", {
    id: "token.request.form",
    title: "the token request is taken as a form",
    requirements: ["token.request.form"],
  }),
  onlyWay("authorization", {
    id: "token.request.no-authorization",
    title: "the token request needs no Authorization header",
    requirements: ["token.request.no-authorization"],
  }),
  ...tokenDefects.map(
    (defect): Check => ({
      id: defect.id,
      title: defect.title,
      requirements: defect.requirements,
      access: "read",
      stage: "credentials",
      run: async (run) => (await refusedTokenRequests(run, defect)).map(([, fact]) => fact),
    }),
  ),
];
