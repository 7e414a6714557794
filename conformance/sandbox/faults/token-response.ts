import { changesBody, changesReply, everyFifth, type Fault, only } from "./fault.ts";

const tokenRequest = only("requestToken");

/** Faults of the fields of the token response. */
export const tokenResponseFaults: readonly Fault[] = [
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
];
