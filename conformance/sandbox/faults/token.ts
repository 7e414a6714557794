import type { RequestContext } from "../seams.ts";
import { everyFifth, type Fault, isObject, skipsCheck } from "./fault.ts";

/** Secrets as they first came, by the state of the sandbox. */
const kept = new WeakMap<object, string>();

const form = ({ request }: RequestContext) => new URLSearchParams(request.body);

/** Faults of the token request, and of the life of tokens. */
export const tokenFaults: readonly Fault[] = [
  {
    name: "token.grant-type-optional",
    breaks: "token.form.grant-type",
    summary: "gives a token without grant_type",
    caughtBy: ["token.grant-type"],
    seams: skipsCheck(["grant-type"], (context) => (form(context).get("grant_type") ?? "") === ""),
  },
  {
    name: "token.password-grant",
    breaks: "auth.client-credentials",
    summary: "gives a token for the grant type password",
    caughtBy: ["token.other-grants"],
    seams: skipsCheck(["grant-type"], (context) => form(context).get("grant_type") === "password"),
  },
  {
    name: "token.refresh-grant",
    breaks: "auth.client-credentials",
    summary: "gives a token for the grant type refresh_token",
    caughtBy: ["token.other-grants"],
    seams: skipsCheck(["grant-type"], (context) => form(context).get("grant_type") === "refresh_token"),
  },
  {
    name: "token.client-id-optional",
    breaks: "token.form.client-id",
    summary: "gives a token without client_id",
    caughtBy: ["token.client-id"],
    seams: skipsCheck(["client-id"], (context) => !form(context).has("client_id")),
  },
  {
    name: "token.client-id-unchecked",
    breaks: "token.form.client-id",
    summary: "gives a token to an unknown client",
    caughtBy: ["token.client-id"],
    seams: skipsCheck(["client-id"], (context) => form(context).has("client_id")),
  },
  {
    name: "token.secret-unchecked",
    breaks: "token.form.client-secret",
    summary: "gives a token whatever the secret is",
    caughtBy: ["token.client-secret", "exchange.request-token.4xx"],
    seams: skipsCheck(["client-secret"]),
  },
  {
    name: "token.secret-optional",
    breaks: "token.form.client-secret",
    summary: "gives a token without client_secret",
    caughtBy: ["token.client-secret"],
    seams: skipsCheck(["client-secret"], (context) => !form(context).has("client_secret")),
  },
  {
    name: "token.secret-empty",
    breaks: "token.form.client-secret",
    summary: "gives a token for an empty client_secret",
    caughtBy: ["token.client-secret"],
    seams: skipsCheck(["client-secret"], (context) => form(context).get("client_secret") === ""),
  },
  {
    name: "token.secret-shortened",
    breaks: "token.form.client-secret",
    summary: "compares only the first sixteen characters of the secret",
    caughtBy: ["token.client-secret"],
    seams: skipsCheck(["client-secret"], (context) => (form(context).get("client_secret") ?? "").length > 30),
  },
  {
    name: "token.secret-rotates",
    breaks: "auth.secret.stable",
    summary: "stops accepting the secret after twelve token requests",
    caughtBy: ["secret.stable"],
    seams: {
      intercept: (context) =>
        context.operation === "requestToken" && context.count > 12
          ? { status: 401, headers: { "content-type": "application/json" }, body: {} }
          : null,
    },
  },
  {
    name: "token.dead-on-arrival",
    breaks: "token.fresh",
    summary: "issues every third token expired",
    caughtBy: ["token.fresh"],
    seams: {
      issuedToken: (token, context) =>
        context.count % 3 === 0 ? { ...token, expiresAt: context.now } : token,
    },
  },
  {
    name: "token.dies-early",
    breaks: "auth.token.lives",
    summary: "ends tokens after half of expires_in",
    caughtBy: ["token.lives"],
    seams: {
      issuedToken: (token) => ({
        ...token,
        expiresAt: token.issuedAt + (token.expiresAt - token.issuedAt) / 2,
      }),
    },
  },
  {
    name: "token.never-dies",
    breaks: "auth.token.dies",
    summary: "never ends a token",
    caughtBy: ["token.dies"],
    seams: skipsCheck(["token.expired"]),
  },
  {
    name: "token.dies-late",
    breaks: "limits.token-lifetime",
    summary: "ends tokens an hour after expires_in",
    caughtBy: ["token.dies"],
    seams: { issuedToken: (token) => ({ ...token, expiresAt: token.expiresAt + 3_600_000 }) },
  },
  {
    name: "token.newer-ends-older",
    breaks: "auth.token.independent",
    summary: "a new token ends the ones before",
    caughtBy: ["token.survives"],
    seams: {
      issuedToken: (token, context) => {
        context.state.tokens.clear();
        return token;
      },
    },
  },
  {
    name: "token.sometimes-none",
    breaks: "token.request",
    summary: "answers every other token request with success and no token",
    caughtBy: ["token.request", "token.complete"],
    seams: {
      intercept: (context) =>
        context.operation === "requestToken" && context.count > 1 && context.count % 2 === 0
          ? { status: 200, headers: { "content-type": "application/json" }, body: { error: "try again" } }
          : null,
    },
  },
  {
    name: "token.wants-authorization",
    breaks: "token.request.no-authorization",
    summary: "gives no token without Authorization: Basic",
    caughtBy: ["token.request.no-authorization"],
    seams: {
      intercept: (context) =>
        context.operation === "requestToken" && !context.request.headers.has("authorization")
          ? { status: 401, headers: { "content-type": "application/json" }, body: {} }
          : null,
    },
  },
  {
    name: "token.wants-json",
    breaks: "token.request.form",
    summary: "gives a token for JSON only",
    caughtBy: ["token.request.form", "token.request"],
    seams: {
      intercept: (context) => {
        if (context.operation !== "requestToken") return null;
        if (context.request.headers.get("content-type") !== "application/json") {
          return { status: 415, headers: { "content-type": "application/json" }, body: {} };
        }
        const body = { access_token: "a-token-for-json", token_type: "Bearer", expires_in: 3600, scope: "" };
        return { status: 200, headers: { "content-type": "application/json" }, body };
      },
    },
  },
  {
    name: "token.sometimes-empty",
    breaks: "auth.token.endpoint",
    summary: "answers every fifth token request with success and no token",
    caughtBy: ["token.request", "token.complete"],
    seams: {
      intercept: (context) =>
        context.operation === "requestToken" && everyFifth(context)
          ? { status: 200, headers: { "content-type": "application/json" }, body: {} }
          : null,
    },
  },
  {
    name: "token.secret-kept",
    breaks: "auth.secret.unrecoverable",
    summary: "keeps the secret and shows it with every list",
    caughtBy: ["secret.hidden"],
    seams: {
      reply: (reply, context) => {
        const secret = context.operation === "requestToken" ? form(context).get("client_secret") : null;
        if (secret !== null && !kept.has(context.state)) kept.set(context.state, secret);
        return context.operation === "listCards" && reply.status === 200 && isObject(reply.body)
          ? { ...reply, body: { ...reply.body, issuedTo: kept.get(context.state) } }
          : reply;
      },
    },
  },
];
