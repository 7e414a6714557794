/** Faults of the token request, and of the life of tokens. */
import { json } from "../reply.ts";
import { isObject, unchecked } from "./changes.ts";
import { type Fault, fault, faultsOf } from "./fault.ts";
import { everyFifth, type When, withHeader } from "./when.ts";

const tokenFault = faultsOf("requestToken");

/** Token requests with such a value in a field of the form; null where it is missing. */
const withField =
  (name: string, test: (value: string | null) => boolean): When =>
  ({ request }) =>
    test(new URLSearchParams(request.body).get(name));

/** Secrets as they first came, by the state of the sandbox. */
const kept = new WeakMap<object, string | null>();

/** Faults of the token request, and of the life of tokens. */
export const tokenFaults: readonly Fault[] = [
  tokenFault("token.grant-type-optional", "gives a token without grant_type", {
    breaks: ["token.form.grant-type", "token.grant-type"],
    when: withField("grant_type", (type) => type === null || type === ""),
    skipsCheck: unchecked("grant-type"),
  }),
  ...["password", "refresh"].map((grant) => {
    const type = grant === "refresh" ? "refresh_token" : grant;
    return tokenFault(`token.${grant}-grant`, `gives a token for the grant type ${type}`, {
      breaks: ["auth.client-credentials", "token.other-grants"],
      when: withField("grant_type", (sent) => sent === type),
      skipsCheck: unchecked("grant-type"),
    });
  }),
  tokenFault("token.client-id-optional", "gives a token without client_id", {
    breaks: ["token.form.client-id", "token.client-id"],
    when: withField("client_id", (id) => id === null),
    skipsCheck: unchecked("client-id"),
  }),
  tokenFault("token.client-id-unchecked", "gives a token to an unknown client", {
    breaks: ["token.form.client-id", "token.client-id"],
    when: withField("client_id", (id) => id !== null),
    skipsCheck: unchecked("client-id"),
  }),
  tokenFault("token.secret-unchecked", "gives a token whatever the secret is", {
    breaks: ["token.form.client-secret", "token.client-secret", "exchange.request-token.4xx"],
    skipsCheck: unchecked("client-secret"),
  }),
  tokenFault("token.secret-optional", "gives a token without client_secret", {
    breaks: ["token.form.client-secret", "token.client-secret"],
    when: withField("client_secret", (secret) => secret === null),
    skipsCheck: unchecked("client-secret"),
  }),
  tokenFault("token.secret-empty", "gives a token for an empty client_secret", {
    breaks: ["token.form.client-secret", "token.client-secret"],
    when: withField("client_secret", (secret) => secret === ""),
    skipsCheck: unchecked("client-secret"),
  }),
  tokenFault("token.secret-shortened", "compares only the first sixteen characters of the secret", {
    breaks: ["token.form.client-secret", "token.client-secret"],
    when: withField("client_secret", (secret) => secret !== null && secret.length > 30),
    skipsCheck: unchecked("client-secret"),
  }),
  tokenFault("token.secret-rotates", "stops accepting the secret after twelve token requests", {
    breaks: ["auth.secret.stable", "secret.stable"],
    when: ({ count }) => count > 12,
    intercept: () => json(401, {}),
  }),
  fault("token.dead-on-arrival", "issues every third token expired", {
    breaks: ["token.fresh"],
    when: ({ count }) => count % 3 === 0,
    issuedToken: (token) => ({ ...token, expiresAt: token.issuedAt }),
  }),
  fault("token.dies-early", "ends tokens after half of expires_in", {
    breaks: ["auth.token.lives", "token.lives"],
    issuedToken: (token) => ({ ...token, expiresAt: (token.issuedAt + token.expiresAt) / 2 }),
  }),
  fault("token.never-dies", "never ends a token", {
    breaks: ["auth.token.dies", "token.dies"],
    skipsCheck: unchecked("token.expired"),
  }),
  fault("token.dies-late", "ends tokens an hour after expires_in", {
    breaks: ["limits.token-lifetime", "token.dies"],
    issuedToken: (token) => ({ ...token, expiresAt: token.expiresAt + 3_600_000 }),
  }),
  fault("token.newer-ends-older", "a new token ends the ones before", {
    breaks: ["auth.token.independent", "token.survives"],
    issuedToken: (token, { state }) => {
      state.tokens.clear();
      return token;
    },
  }),
  tokenFault("token.sometimes-none", "answers every other token request with success and no token", {
    breaks: ["token.request", "token.request", "token.complete"],
    when: ({ count }) => count % 2 === 0,
    intercept: () => json(200, { error: "try again" }),
  }),
  tokenFault("token.wants-authorization", "gives no token without Authorization: Basic", {
    breaks: ["token.request.no-authorization"],
    when: withHeader("authorization", (value) => value === null),
    intercept: () => json(401, {}),
  }),
  tokenFault("token.wants-json", "gives a token for JSON only", {
    breaks: ["token.request.form", "token.request.form", "token.request"],
    intercept: ({ request }) =>
      request.headers.get("content-type") === "application/json"
        ? json(200, { access_token: "a-token-for-json", token_type: "Bearer", expires_in: 3600, scope: "" })
        : json(415, {}),
  }),
  tokenFault("token.sometimes-empty", "answers every fifth token request with success and no token", {
    breaks: ["auth.token.endpoint", "token.request", "token.complete"],
    when: everyFifth,
    intercept: () => json(200, {}),
  }),
  fault("token.secret-kept", "keeps the secret and shows it with every list", {
    breaks: ["auth.secret.unrecoverable", "secret.hidden"],
    reply: (reply, { operation, request, state }) => {
      if (operation === "requestToken" && !kept.get(state)) {
        kept.set(state, new URLSearchParams(request.body).get("client_secret"));
      }
      return operation === "listCards" && reply.status === 200 && isObject(reply.body)
        ? { ...reply, body: { ...reply.body, issuedTo: kept.get(state) } }
        : reply;
    },
  }),
];
