/** A token response that is not as described. */
import { convert, edited, remove, rename, set } from "./changes.ts";
import { type Fault, faultsOf } from "./fault.ts";
import { everyFifth } from "./when.ts";

const fault = faultsOf("requestToken");
const replay = "exchange.request-token.200";

/** Faults of the fields of the token response. */
export const tokenResponseFaults: readonly Fault[] = [
  fault("token.access-token-number", "sends access_token as a number", {
    breaks: ["token.access-token", "token.access-token", "token.request", replay],
    reply: edited(set("access_token", 12_345)),
  }),
  fault("token.access-token-renamed", "calls access_token accessToken", {
    breaks: ["token.complete", "token.complete", "token.request"],
    reply: edited(rename("access_token", "accessToken")),
  }),
  fault("token.type-lower-case", "sends token_type bearer", {
    breaks: ["token.token-type", "token.token-type", replay],
    reply: edited(set("token_type", "bearer")),
  }),
  fault("token.type-missing", "sends no token_type", {
    breaks: ["token.complete"],
    reply: edited(remove("token_type")),
  }),
  fault("token.type-sometimes-wrong", "sends token_type MAC in every fifth response", {
    breaks: ["token.token-type"],
    when: everyFifth,
    reply: edited(set("token_type", "MAC")),
  }),
  fault("token.expires-in-string", "sends expires_in as a string", {
    breaks: ["token.expires-in", "token.expires-in", replay],
    reply: edited(convert("expires_in", String)),
  }),
  fault("token.expires-in-fraction", "sends expires_in with a fraction", {
    breaks: ["token.expires-in", "token.expires-in", replay],
    reply: edited(convert("expires_in", (seconds) => Number(seconds) - 0.5)),
  }),
  fault("token.expires-in-missing", "sends no expires_in", {
    breaks: ["token.complete"],
    reply: edited(remove("expires_in")),
  }),
  fault("token.expires-in-zero", "sends expires_in 0", {
    breaks: ["token.fresh"],
    reply: edited(set("expires_in", 0)),
  }),
  fault("token.scope-missing", "sends no scope", {
    breaks: ["token.complete"],
    reply: edited(remove("scope")),
  }),
  fault("token.scope-array", "sends scope as an array", {
    breaks: ["token.scope", "token.scope", replay],
    reply: edited(convert("scope", (scope) => String(scope).split(" "))),
  }),
  fault("token.scope-commas", "separates the scopes by commas", {
    breaks: ["token.form.scope", "token.scopes.granted", "token.scope.all-four"],
    reply: edited(convert("scope", (scope) => String(scope).replaceAll(" ", ","))),
  }),
  fault("token.scope-incomplete", "does not name transfers:read although it is granted", {
    breaks: ["scope.transfers-read", "token.scopes.granted", "token.scope.all-four"],
    reply: edited(convert("scope", (scope) => String(scope).replace("transfers:read ", ""))),
  }),
  fault("token.scope-without-write", "does not name transfers:write although it is granted", {
    breaks: ["scope.transfers-write", "token.scopes.granted", "token.scope.all-four"],
    reply: edited(convert("scope", (scope) => String(scope).replace(" transfers:write", ""))),
  }),
  fault("token.scope-upper-case", "names the scopes in upper case", {
    breaks: ["token.scope.all-four", "token.scope.all-four", "token.scopes.granted"],
    reply: edited(convert("scope", (scope) => String(scope).toUpperCase())),
  }),
  fault("token.not-json", "sends the token as text/plain", {
    breaks: ["service.json"],
    reply: (reply) => ({ ...reply, headers: { ...reply.headers, "content-type": "text/plain" } }),
  }),
];
