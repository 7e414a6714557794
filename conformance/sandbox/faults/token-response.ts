/** A token response that is not as described. */
import { api } from "../../../generated/operations.ts";
import { convert, rename, set } from "./changes.ts";
import { breaks, catalogue, type Fault, faultsWhen, where } from "./fault.ts";
import { replaysOf } from "./operations.ts";
import { everyFifth, only } from "./when.ts";

const fault = faultsWhen(only(api.token));
const allFour = where("token.scope.all-four", "token.scope.all-four");
const replays = replaysOf(api.token, "200");

/** The names of the faults that leave out the scope before the last, and the last. */
const leavesOut = ["token.scope-incomplete", "token.scope-without-write"];

function withoutScope(scope: string, index: number) {
  return [
    breaks(`scope.${scope.replaceAll(":", "-")}`, "token.scopes.granted", ...allFour),
    fault(leavesOut[index] ?? "", `does not name ${scope} although it is granted`, {
      edits: convert("/scope", (scopes) => String(scopes).replace(` ${scope}`, "")),
    }),
  ];
}

/** Faults of the fields of the token response. */
export const tokenResponseFaults: readonly Fault[] = catalogue(
  breaks("token.access-token", "token.access-token", "token.request", ...replays),
  fault("token.access-token-number", "sends access_token as a number", {
    edits: set("/access_token", 12_345),
  }),
  breaks("token.complete", "token.complete", "token.request"),
  fault("token.access-token-renamed", "calls access_token accessToken", {
    edits: rename("/access_token", "accessToken"),
  }),
  breaks("token.token-type", "token.token-type", ...replays),
  fault("token.type-lower-case", "sends token_type bearer", { edits: set("/token_type", "bearer") }),
  breaks("token.token-type"),
  fault("token.type-sometimes-wrong", "sends token_type MAC in every fifth response", {
    when: everyFifth,
    edits: set("/token_type", "MAC"),
  }),
  breaks("token.expires-in", "token.expires-in", ...replays),
  fault("token.expires-in-string", "sends expires_in as a string", { edits: convert("/expires_in", String) }),
  breaks("token.fresh", "token.lifetime"),
  fault("token.expires-in-zero", "sends expires_in 0", { edits: set("/expires_in", 0) }),
  breaks("token.scope", "token.scope", ...replays),
  fault("token.scope-array", "sends scope as an array", {
    edits: convert("/scope", (scope) => String(scope).split(" ")),
  }),
  breaks("token.form.scope", "token.scopes.granted", ...allFour),
  fault("token.scope-commas", "separates the scopes by commas", {
    edits: convert("/scope", (scope) => String(scope).replaceAll(" ", ",")),
  }),
  breaks("token.scope", "token.scopes.granted"),
  fault("token.scope-commas-in-fewer", "separates the scopes by commas where not all are asked for", {
    edits: convert("/scope", (scope) => {
      const scopes = String(scope).split(" ");
      return scopes.length < api.scopes.length ? scopes.join(",") : scope;
    }),
  }),
  ...api.scopes.slice(1).slice(-2).flatMap(withoutScope),
  breaks("token.scope.all-four", "token.scope.all-four", "token.scopes.granted"),
  fault("token.scope-upper-case", "names the scopes in upper case", {
    edits: convert("/scope", (scope) => String(scope).toUpperCase()),
  }),
  breaks("token.scope.all-four", "token.scope.all-four"),
  fault("token.scope-not-granted", "names all scopes, whichever the token has", {
    edits: set("/scope", api.scopes.join(" ")),
  }),
  breaks("service.json"),
  fault("token.not-json", "sends the token as text/plain", {
    reply: (reply) => ({ ...reply, headers: { ...reply.headers, "content-type": "text/plain" } }),
  }),
);
