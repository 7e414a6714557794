import type { About } from "../seams.ts";
import { changesBody, changesReply, everyFifth, type Fault, only, waives } from "./fault.ts";

const form = ({ request }: About) => new URLSearchParams(request.body);
const tokenRequest = only("requestToken");

/** Faults of the token request and of its response. */
export const tokenFaults: readonly Fault[] = [
  {
    name: "token.grant-type-optional",
    breaks: "token.form.grant-type",
    summary: "gives a token without grant_type",
    caughtBy: ["token.grant-type"],
    seams: waives(["grant-type"], (about) => (form(about).get("grant_type") ?? "") === ""),
  },
  {
    name: "token.password-grant",
    breaks: "auth.client-credentials",
    summary: "gives a token for the grant type password",
    caughtBy: ["token.other-grants"],
    seams: waives(["grant-type"], (about) => form(about).get("grant_type") === "password"),
  },
  {
    name: "token.refresh-grant",
    breaks: "auth.client-credentials",
    summary: "gives a token for the grant type refresh_token",
    caughtBy: ["token.other-grants"],
    seams: waives(["grant-type"], (about) => form(about).get("grant_type") === "refresh_token"),
  },
  {
    name: "token.client-id-optional",
    breaks: "token.form.client-id",
    summary: "gives a token without client_id",
    caughtBy: ["token.client-id"],
    seams: waives(["client-id"], (about) => !form(about).has("client_id")),
  },
  {
    name: "token.client-id-unchecked",
    breaks: "token.form.client-id",
    summary: "gives a token to an unknown client",
    caughtBy: ["token.client-id"],
    seams: waives(["client-id"], (about) => form(about).has("client_id")),
  },
  {
    name: "token.secret-unchecked",
    breaks: "token.form.client-secret",
    summary: "gives a token whatever the secret is",
    caughtBy: ["token.client-secret", "exchange.request-token.4xx"],
    seams: waives(["client-secret"]),
  },
  {
    name: "token.secret-optional",
    breaks: "token.form.client-secret",
    summary: "gives a token without client_secret",
    caughtBy: ["token.client-secret"],
    seams: waives(["client-secret"], (about) => !form(about).has("client_secret")),
  },
  {
    name: "token.secret-empty",
    breaks: "token.form.client-secret",
    summary: "gives a token for an empty client_secret",
    caughtBy: ["token.client-secret"],
    seams: waives(["client-secret"], (about) => form(about).get("client_secret") === ""),
  },
  {
    name: "token.secret-shortened",
    breaks: "token.form.client-secret",
    summary: "compares only the first sixteen characters of the secret",
    caughtBy: ["token.client-secret"],
    seams: waives(["client-secret"], (about) => (form(about).get("client_secret") ?? "").length > 30),
  },
  {
    name: "token.secret-rotates",
    breaks: "auth.secret.stable",
    summary: "stops accepting the secret after forty token requests",
    caughtBy: ["secret.stable"],
    seams: {
      intercept: (about) =>
        about.operation === "requestToken" && about.count > 40
          ? { status: 401, headers: { "content-type": "application/json" }, body: {} }
          : null,
    },
  },
  {
    name: "token.secret-echoed",
    breaks: "auth.secret.unrecoverable",
    summary: "repeats the secret in the token response",
    caughtBy: ["secret.hidden"],
    seams: changesBody("requestToken", (body, about) => {
      body.client_secret = form(about).get("client_secret");
    }),
  },
  {
    name: "token.access-token-number",
    breaks: "token.access-token",
    summary: "sends access_token as a number",
    caughtBy: ["token.access-token", "token.request", "exchange.request-token.200"],
    seams: changesBody("requestToken", (body) => {
      body.access_token = 12_345;
    }),
  },
  {
    name: "token.access-token-renamed",
    breaks: "token.complete",
    summary: "calls access_token accessToken",
    caughtBy: ["token.complete", "token.request"],
    seams: changesBody("requestToken", (body) => {
      body.accessToken = body.access_token;
      delete body.access_token;
    }),
  },
  {
    name: "token.type-lower-case",
    breaks: "token.token-type",
    summary: "sends token_type bearer",
    caughtBy: ["token.token-type", "exchange.request-token.200"],
    seams: changesBody("requestToken", (body) => {
      body.token_type = "bearer";
    }),
  },
  {
    name: "token.type-missing",
    breaks: "token.complete",
    summary: "sends no token_type",
    caughtBy: ["token.complete"],
    seams: changesBody("requestToken", (body) => {
      delete body.token_type;
    }),
  },
  {
    name: "token.type-sometimes-wrong",
    breaks: "token.token-type",
    summary: "sends token_type MAC in every fifth response",
    caughtBy: ["token.token-type"],
    seams: changesBody(
      "requestToken",
      (body) => {
        body.token_type = "MAC";
      },
      everyFifth,
    ),
  },
  {
    name: "token.expires-in-string",
    breaks: "token.expires-in",
    summary: "sends expires_in as a string",
    caughtBy: ["token.expires-in", "exchange.request-token.200"],
    seams: changesBody("requestToken", (body) => {
      body.expires_in = String(body.expires_in);
    }),
  },
  {
    name: "token.expires-in-fraction",
    breaks: "token.expires-in",
    summary: "sends expires_in with a fraction",
    caughtBy: ["token.expires-in", "exchange.request-token.200"],
    seams: changesBody("requestToken", (body) => {
      body.expires_in = Number(body.expires_in) - 0.5;
    }),
  },
  {
    name: "token.expires-in-missing",
    breaks: "token.complete",
    summary: "sends no expires_in",
    caughtBy: ["token.complete"],
    seams: changesBody("requestToken", (body) => {
      delete body.expires_in;
    }),
  },
  {
    name: "token.expires-in-zero",
    breaks: "token.fresh",
    summary: "sends expires_in 0",
    caughtBy: ["token.fresh"],
    seams: changesBody("requestToken", (body) => {
      body.expires_in = 0;
    }),
  },
  {
    name: "token.scope-missing",
    breaks: "token.complete",
    summary: "sends no scope",
    caughtBy: ["token.complete"],
    seams: changesBody("requestToken", (body) => {
      delete body.scope;
    }),
  },
  {
    name: "token.scope-array",
    breaks: "token.scope",
    summary: "sends scope as an array",
    caughtBy: ["token.scope", "exchange.request-token.200"],
    seams: changesBody("requestToken", (body) => {
      body.scope = String(body.scope).split(" ");
    }),
  },
  {
    name: "token.scope-commas",
    breaks: "token.form.scope",
    summary: "separates the scopes by commas",
    caughtBy: ["token.scopes.granted", "token.scope.all-four"],
    seams: changesBody("requestToken", (body) => {
      body.scope = String(body.scope).replaceAll(" ", ",");
    }),
  },
  {
    name: "token.scope-incomplete",
    breaks: "scope.transfers-read",
    summary: "does not name transfers:read although it is granted",
    caughtBy: ["token.scopes.granted", "token.scope.all-four"],
    seams: changesBody("requestToken", (body) => {
      body.scope = String(body.scope).replace("transfers:read ", "");
    }),
  },
  {
    name: "token.scope-without-write",
    breaks: "scope.transfers-write",
    summary: "does not name transfers:write although it is granted",
    caughtBy: ["token.scopes.granted", "token.scope.all-four"],
    seams: changesBody("requestToken", (body) => {
      body.scope = String(body.scope).replace(" transfers:write", "");
    }),
  },
  {
    name: "token.scope-upper-case",
    breaks: "token.scope.all-four",
    summary: "names the scopes in upper case",
    caughtBy: ["token.scope.all-four", "token.scopes.granted"],
    seams: changesBody("requestToken", (body) => {
      body.scope = String(body.scope).toUpperCase();
    }),
  },
  {
    name: "token.not-json",
    breaks: "service.json",
    summary: "sends the token as text/plain",
    caughtBy: ["service.json"],
    seams: changesReply(
      (reply) => ({ ...reply, headers: { ...reply.headers, "content-type": "text/plain" } }),
      tokenRequest,
    ),
  },
  {
    name: "token.dead-on-arrival",
    breaks: "token.fresh",
    summary: "issues every third token expired",
    caughtBy: ["token.fresh"],
    seams: {
      issues: (token, about) => (about.count % 3 === 0 ? { ...token, expiresAt: about.now } : token),
    },
  },
  {
    name: "token.dies-early",
    breaks: "auth.token.lives",
    summary: "ends tokens after half of expires_in",
    caughtBy: ["token.lives"],
    seams: {
      issues: (token) => ({ ...token, expiresAt: token.issuedAt + (token.expiresAt - token.issuedAt) / 2 }),
    },
  },
  {
    name: "token.never-dies",
    breaks: "auth.token.dies",
    summary: "never ends a token",
    caughtBy: ["token.dies"],
    seams: waives(["token.expired"]),
  },
  {
    name: "token.dies-late",
    breaks: "limits.token-lifetime",
    summary: "ends tokens an hour after expires_in",
    caughtBy: ["token.dies"],
    seams: { issues: (token) => ({ ...token, expiresAt: token.expiresAt + 3_600_000 }) },
  },
  {
    name: "token.newer-ends-older",
    breaks: "auth.token.lives",
    summary: "a new token ends the ones before",
    caughtBy: ["token.survives"],
    seams: {
      issues: (token, about) => {
        about.state.tokens.clear();
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
      intercept: (about) =>
        about.operation === "requestToken" && about.count > 1 && about.count % 2 === 0
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
      intercept: (about) =>
        about.operation === "requestToken" && !about.request.headers.has("authorization")
          ? { status: 401, headers: { "content-type": "application/json" }, body: {} }
          : null,
    },
  },
  {
    name: "token.wants-json",
    breaks: "token.request.form",
    summary: "gives a token for JSON only",
    caughtBy: ["token.request.form"],
    seams: {
      intercept: (about) => {
        if (about.operation !== "requestToken") return null;
        if (about.request.headers.get("content-type") !== "application/json") {
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
      intercept: (about) =>
        about.operation === "requestToken" && everyFifth(about)
          ? { status: 200, headers: { "content-type": "application/json" }, body: {} }
          : null,
    },
  },
];
