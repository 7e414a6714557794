/** A token response that is not as described. */
import { convert, remove, rename, set } from "./changes.ts";
import { breaks, catalogue, type Fault, faultsWhen } from "./fault.ts";
import { everyFifth, only } from "./when.ts";

const fault = faultsWhen(only("requestToken"));
const replay = "exchange.request-token.200";

/** Faults of the fields of the token response. */
export const tokenResponseFaults: readonly Fault[] = catalogue(
  breaks("token.access-token", "token.access-token", "token.request", replay),
  fault("token.access-token-number", "sends access_token as a number", {
    edits: set("access_token", 12_345),
  }),
  breaks("token.complete", "token.complete", "token.request"),
  fault("token.access-token-renamed", "calls access_token accessToken", {
    edits: rename("access_token", "accessToken"),
  }),
  breaks("token.token-type", "token.token-type", replay),
  fault("token.type-lower-case", "sends token_type bearer", { edits: set("token_type", "bearer") }),
  breaks("token.complete"),
  fault("token.type-missing", "sends no token_type", { edits: remove("token_type") }),
  breaks("token.token-type"),
  fault("token.type-sometimes-wrong", "sends token_type MAC in every fifth response", {
    when: everyFifth,
    edits: set("token_type", "MAC"),
  }),
  breaks("token.expires-in", "token.expires-in", replay),
  fault("token.expires-in-string", "sends expires_in as a string", { edits: convert("expires_in", String) }),
  fault("token.expires-in-fraction", "sends expires_in with a fraction", {
    edits: convert("expires_in", (seconds) => Number(seconds) - 0.5),
  }),
  breaks("token.complete"),
  fault("token.expires-in-missing", "sends no expires_in", { edits: remove("expires_in") }),
  breaks("token.fresh"),
  fault("token.expires-in-zero", "sends expires_in 0", { edits: set("expires_in", 0) }),
  breaks("token.complete"),
  fault("token.scope-missing", "sends no scope", { edits: remove("scope") }),
  breaks("token.scope", "token.scope", replay),
  fault("token.scope-array", "sends scope as an array", {
    edits: convert("scope", (scope) => String(scope).split(" ")),
  }),
  breaks("token.form.scope", "token.scopes.granted", "token.scope.all-four"),
  fault("token.scope-commas", "separates the scopes by commas", {
    edits: convert("scope", (scope) => String(scope).replaceAll(" ", ",")),
  }),
  breaks("scope.transfers-read", "token.scopes.granted", "token.scope.all-four"),
  fault("token.scope-incomplete", "does not name transfers:read although it is granted", {
    edits: convert("scope", (scope) => String(scope).replace("transfers:read ", "")),
  }),
  breaks("scope.transfers-write", "token.scopes.granted", "token.scope.all-four"),
  fault("token.scope-without-write", "does not name transfers:write although it is granted", {
    edits: convert("scope", (scope) => String(scope).replace(" transfers:write", "")),
  }),
  breaks("token.scope.all-four", "token.scope.all-four", "token.scopes.granted"),
  fault("token.scope-upper-case", "names the scopes in upper case", {
    edits: convert("scope", (scope) => String(scope).toUpperCase()),
  }),
  breaks("service.json"),
  fault("token.not-json", "sends the token as text/plain", {
    reply: (reply) => ({ ...reply, headers: { ...reply.headers, "content-type": "text/plain" } }),
  }),
);
