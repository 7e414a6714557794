/** The token request: what returns a token, and what must not. */

import { api } from "../../generated/operations.ts";
import { type Exchange, outcomeOf, quoted, succeeded } from "../wire/exchange.ts";
import { tokenProblem } from "../wire/token-problem.ts";
import { readToken, type TokenRequestAlteration } from "../wire/tokens.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { isServerError, judgeRefusal, type RefusalRule } from "./kit/refusal.ts";
import { contradictsByStatus } from "./kit/refused-as-specified.ts";
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
export function isTokenRequest({ operation, alteration, request }: Exchange): boolean {
  return (
    operation === api.token &&
    alteration === null &&
    new URLSearchParams(request.body ?? "").get("scope") === api.scopes.join(" ")
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

/** As in RFC 6749, section 2.3.1. */
const withBasic: TokenRequestAlteration = {
  description: "with the credentials in Authorization: Basic as well",
  headers: (form) => {
    const names = ["client_id", "client_secret"];
    const pair = names.map((name) => encodeURIComponent(form.get(name) ?? "")).join(":");
    return [["Authorization", `Basic ${Buffer.from(pair).toString("base64")}`]];
  },
};

/** If the specified token request is refused, asks whether this one is accepted. */
function onlyWayCheck(
  check: Pick<Check, "id" | "title" | "requirements">,
  way: TokenRequestAlteration,
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
          const exchange = await tokens.request(check.id, way);
          return isAccepted(exchange) ? { description: way.description, exchange } : null;
        },
        again: () => tokens.request("control"),
      });
      return [fact];
    },
  };
}

/** The change to a field of the form: a value, one derived from the right one, or null to leave it out. */
type Change = string | null | ((value: string) => string);

/** An altered form, by the names of its fields. */
function form(description: string, changes: Readonly<Record<string, Change>>): TokenRequestAlteration {
  return {
    description,
    form: (fields) => {
      for (const [name, change] of Object.entries(changes)) {
        if (change === null) fields.delete(name);
        else fields.set(name, typeof change === "string" ? change : change(fields.get(name) ?? ""));
      }
    },
  };
}

/** A check that sends token requests with one defect. */
export interface TokenDefect {
  readonly id: string;
  readonly title: string;
  readonly requirements: Check["requirements"];
  readonly alterations: readonly TokenRequestAlteration[];
}

/** Token requests without the right secret. */
export const wrongSecret: TokenDefect = {
  id: "token.client-secret",
  title: "a token request without the client's secret gets no token",
  requirements: ["token.form.client-secret"],
  alterations: [
    form("without client_secret", { client_secret: null }),
    form("with an empty client_secret", { client_secret: "" }),
    form("with a wrong client_secret", { client_secret: "not-the-secret-of-this-client" }),
    form("with a client_secret that lacks its last character", {
      client_secret: (secret) => secret.slice(0, -1),
    }),
  ],
};

const tokenDefects: readonly TokenDefect[] = [
  {
    id: "token.grant-type",
    title: "a token request without grant_type gets no token",
    requirements: ["token.form.grant-type"],
    alterations: [
      form("without grant_type", { grant_type: null }),
      form("with an empty grant_type", { grant_type: "" }),
    ],
  },
  {
    id: "token.other-grants",
    title: "no other grant gives a token",
    requirements: ["auth.client-credentials"],
    alterations: [
      form("with the grant type password", {
        grant_type: "password",
        username: "somebody",
        password: "something",
      }),
      form("with the grant type authorization_code", {
        grant_type: "authorization_code",
        code: "some-code",
      }),
      form("with the grant type refresh_token", {
        grant_type: "refresh_token",
        refresh_token: "some-token",
      }),
    ],
  },
  {
    id: "token.client-id",
    title: "a token request without the client's id gets no token",
    requirements: ["token.form.client-id"],
    alterations: [
      form("without client_id", { client_id: null }),
      form("with an unknown client_id", { client_id: (id) => `${id}-unknown` }),
    ],
  },
  wrongSecret,
];

const noToken: RefusalRule = {
  expected: "a refusal (any 4xx), and no token",
  granted: (exchange) => readToken(exchange) !== null,
};

/** A defective token request, and the judgement on it. */
export interface RefusedTokenRequest {
  readonly exchange: Exchange;
  readonly fact: Fact;
}

/** The defective token requests of one check, sent once per run. */
function refusedTokenRequests(
  run: Run,
  { id, alterations }: TokenDefect,
): Promise<readonly RefusedTokenRequest[]> {
  return run.memoize(`refused ${id}`, async () => {
    const results: RefusedTokenRequest[] = [];
    // Once more if the server failed: a single failure may be chance.
    let again = alterations.length;
    let [, before] = await tokenRequests(run);
    for (let index = 0; index < alterations.length; ) {
      const exchange = await run.probe.tokens.request(id, alterations[index]);
      const after = await run.probe.tokens.request("control");
      const fact = judgeRefusal({ before, altered: exchange, after, effect: null }, noToken);
      before = after;
      if (isServerError(fact) && again > 0) again -= 1;
      else {
        results.push({ exchange, fact });
        index += 1;
      }
    }
    return results;
  });
}

/** Token requests with a wrong secret, for the rules that apply to all refusals. */
export function refusedSecrets(run: Run): Promise<readonly RefusedTokenRequest[]> {
  return refusedTokenRequests(run, wrongSecret);
}

/** Checks of the token request. */
export const tokenRequestChecks: readonly Check[] = [
  requested,
  onlyWayCheck(
    {
      id: "token.request.form",
      title: "the token request is taken as a form",
      requirements: ["token.request.form"],
    },
    inJson,
  ),
  onlyWayCheck(
    {
      id: "token.request.no-authorization",
      title: "the token request needs no Authorization header",
      requirements: ["token.request.no-authorization"],
    },
    withBasic,
  ),
  ...tokenDefects.map(
    (defect): Check => ({
      id: defect.id,
      title: defect.title,
      requirements: defect.requirements,
      access: "read",
      stage: "credentials",
      run: async (run) => (await refusedTokenRequests(run, defect)).map(({ fact }) => fact),
    }),
  ),
];
