/** Faults of the token request and the token lifetime. */
import { api } from "../../../generated/operations.ts";
import { isObject } from "../../base/shape.ts";
import { refuse } from "../refuse.ts";
import { json, type SandboxResponse } from "../response.ts";
import type { RequestContext, Seams } from "../seams.ts";
import { secretMatches } from "../state.ts";
import { unchecked } from "./changes.ts";
import { breaks, catalogue, type Fault, fault, faultsWhen } from "./fault.ts";
import { checksOf, checksOfOthers, guarded, known, plainRead, replaysOf } from "./operations.ts";
import { all, beginsWith, everyFifth, only, type When, withHeader } from "./when.ts";

const tokenFault = faultsWhen(only(api.token));

/** Token requests with a matching value in a form field; null if it is missing. */
const withField =
  (name: string, test: (value: string | null) => boolean): When =>
  ({ request }) =>
    test(new URLSearchParams(request.body).get(name));

/** The checks that send an expired token elsewhere than with the plain read. */
const expiredElsewhere = [
  ...checksOfOthers("token.dies"),
  ...checksOf(
    ["token.dies"],
    known.filter((one) => one !== plainRead),
  ),
];

/** The first secret seen, by the state of the sandbox. */
const kept = new WeakMap<object, string | null>();

/** Keeps the secret of token requests, and shows it with the successes of the plain read. */
const showingSecret =
  (shown: (secret: string) => Record<string, unknown>): Seams["reply"] =>
  (reply, { operation, request, state }) => {
    if (operation === api.token && !kept.get(state)) {
      kept.set(state, new URLSearchParams(request.body).get("client_secret"));
    }
    const secret = kept.get(state) ?? null;
    return secret !== null &&
      operation === plainRead?.operation &&
      reply.status === 200 &&
      isObject(reply.body)
      ? { ...reply, body: { ...reply.body, ...shown(secret) } }
      : reply;
  };

/** The token issued last, by the state of the sandbox. */
const issuedLast = new WeakMap<object, string>();

/** Shows the token that was issued last in some responses of the plain read. */
const showingToken =
  (
    isMeant: (status: number) => boolean,
    shown: (reply: SandboxResponse, token: string) => SandboxResponse,
  ): Seams["reply"] =>
  (reply, { operation, state }) => {
    if (operation === api.token && isObject(reply.body) && typeof reply.body.access_token === "string") {
      issuedLast.set(state, reply.body.access_token);
    }
    const token = issuedLast.get(state);
    return operation === plainRead?.operation && isMeant(reply.status) && token !== undefined
      ? shown(reply, token)
      : reply;
  };

/** Uses of each token so far, by the state of the sandbox. */
const uses = new WeakMap<object, Map<string, number>>();

/** How often the token of a request has been sent, this time included. */
function usesOfToken({ request, state }: RequestContext): number {
  const token = request.headers.get("authorization") ?? "";
  const counts = uses.get(state) ?? new Map<string, number>();
  uses.set(state, counts.set(token, (counts.get(token) ?? 0) + 1));
  return counts.get(token) ?? 0;
}

const mostUses = 40;
const unknownToken = (context: RequestContext) =>
  refuse(context, "token.unknown", "The access token is invalid.");

/** Faults of the token request and the token lifetime. */
export const tokenFaults: readonly Fault[] = catalogue(
  breaks("token.form.grant-type", "token.grant-type"),
  tokenFault("token.grant-type-optional", "gives a token without grant_type", {
    when: withField("grant_type", (type) => type === null || type === ""),
    skipsCheck: unchecked("grant-type"),
  }),
  tokenFault("token.grant-type-any-case", "takes the grant type in any case", {
    when: withField("grant_type", (type) => type?.toLowerCase() === "client_credentials"),
    skipsCheck: unchecked("grant-type"),
  }),
  breaks("auth.client-credentials", "token.other-grants"),
  ...["password", "refresh_token"].map((grant) =>
    tokenFault(`token.${grant.replace("_token", "")}-grant`, `gives a token for the grant type ${grant}`, {
      when: withField("grant_type", (type) => type === grant),
      skipsCheck: unchecked("grant-type"),
    }),
  ),
  breaks("token.form.client-id", "token.client-id"),
  tokenFault("token.client-id-optional", "gives a token without client_id", {
    when: withField("client_id", (id) => id === null),
    skipsCheck: unchecked("client-id"),
  }),
  tokenFault("token.client-id-unchecked", "gives a token to an unknown client", {
    when: withField("client_id", (id) => id !== null),
    skipsCheck: unchecked("client-id"),
  }),
  tokenFault("token.client-id-begins", "takes every client_id that begins with the client's", {
    when: ({ request, state }) =>
      beginsWith(new URLSearchParams(request.body).get("client_id"), (start) => start === state.clientId),
    skipsCheck: unchecked("client-id"),
  }),
  breaks("token.form.client-secret", "token.client-secret", ...replaysOf(api.token, "4XX")),
  tokenFault("token.secret-unchecked", "gives a token whatever the secret is", {
    skipsCheck: unchecked("client-secret"),
  }),
  breaks("token.form.client-secret", "token.client-secret"),
  tokenFault("token.secret-optional", "gives a token without client_secret", {
    when: withField("client_secret", (secret) => secret === null),
    skipsCheck: unchecked("client-secret"),
  }),
  tokenFault("token.secret-empty", "gives a token for an empty client_secret", {
    when: withField("client_secret", (secret) => secret === ""),
    skipsCheck: unchecked("client-secret"),
  }),
  tokenFault("token.secret-shortened", "compares only the first sixteen characters of the secret", {
    when: withField("client_secret", (secret) => secret !== null && secret.length > 30),
    skipsCheck: unchecked("client-secret"),
  }),
  tokenFault("token.secret-begins", "takes every secret that begins with the client's", {
    when: ({ request, state }) =>
      beginsWith(new URLSearchParams(request.body).get("client_secret"), (start) =>
        secretMatches(state, start),
      ),
    skipsCheck: unchecked("client-secret"),
  }),
  breaks("auth.secret.stable", "secret.stable"),
  tokenFault("token.secret-rotates", "stops accepting the secret after twelve token requests", {
    when: ({ count }) => count > 12,
    intercept: () => json(401, {}),
  }),
  breaks("token.fresh"),
  fault("token.dead-on-arrival", "issues every third token expired", {
    // One of them may be the one that is tried in the place of the first.
    mayFail: checksOf(["spelling"], guarded),
    when: ({ count }) => count % 3 === 0,
    issuedToken: (token) => ({ ...token, expiresAt: token.issuedAt }),
  }),
  breaks("auth.token.lives", "token.lives"),
  fault("token.dies-early", "ends tokens after half of expires_in", {
    issuedToken: (token) => ({ ...token, expiresAt: (token.issuedAt + token.expiresAt) / 2 }),
  }),
  breaks("auth.token.lives", "token.accepted"),
  fault("token.worn-out", `ends a token after ${mostUses} uses`, {
    when: ({ operation }) => operation !== api.token,
    intercept: (context) => (usesOfToken(context) > mostUses ? unknownToken(context) : null),
  }),
  fault("token.forgotten-now-and-then", "takes every thirteenth token of a list for an unknown one", {
    // Whichever request is the thirteenth.
    mayFail: ["token.fresh", "token.lives"],
    when: all(only(plainRead?.operation), ({ count }) => count % 13 === 0),
    intercept: unknownToken,
  }),
  breaks("auth.token.dies", "token.dies", ...expiredElsewhere),
  fault("token.never-dies", "never ends a token", { skipsCheck: unchecked("token.expired") }),
  breaks("auth.token.dies", "token.dies"),
  fault("token.first-use-any-time", "does not look at the end of a token that is used for the first time", {
    issuedToken: (token) => {
      let looks = 0;
      return {
        ...token,
        get expiresAt() {
          looks += 1;
          return looks === 1 ? Number.POSITIVE_INFINITY : token.expiresAt;
        },
      };
    },
  }),
  breaks("limits.token-lifetime", "token.dies"),
  fault("token.dies-late", "ends tokens an hour after expires_in", {
    // By the time these ask, the hour may be over.
    mayFail: expiredElsewhere,
    issuedToken: (token) => ({ ...token, expiresAt: token.expiresAt + 3_600_000 }),
  }),
  breaks("auth.token.independent", "token.survives"),
  fault("token.newer-ends-older", "a new token ends the ones before", {
    mayFail: ["token.accepted"],
    issuedToken: (token, { state }) => {
      state.tokens.clear();
      return token;
    },
  }),
  breaks("token.request", "token.request", "token.complete"),
  tokenFault("token.sometimes-none", "answers every other token request with success and no token", {
    when: ({ count }) => count % 2 === 0,
    intercept: () => json(200, { error: "try again" }),
  }),
  breaks("token.request.no-authorization"),
  tokenFault("token.wants-authorization", "gives no token without Authorization: Basic", {
    when: withHeader("authorization", (value) => value === null),
    intercept: () => json(401, {}),
  }),
  breaks("token.request.form", "token.request.form", "token.request"),
  tokenFault("token.wants-json", "gives a token for JSON only", {
    intercept: ({ request }) =>
      request.headers.get("content-type") === "application/json"
        ? json(200, { access_token: "a-token-for-json", token_type: "Bearer", expires_in: 3600, scope: "" })
        : json(415, {}),
  }),
  breaks("token.request.form", "token.request.form"),
  tokenFault("token.percent-only", "takes a space in the form as %20 only, which is what it asks for", {
    when: ({ request }) => request.body.includes("+"),
    intercept: () => json(400, { message: "Unknown scope." }),
  }),
  breaks("auth.token.endpoint", "token.request", "token.complete"),
  tokenFault("token.sometimes-empty", "answers every fifth token request with success and no token", {
    when: everyFifth,
    intercept: () => json(200, {}),
  }),
  breaks("token.request", "token.request.steady"),
  tokenFault("token.sometimes-refused", "refuses every fifth token request, however right it is", {
    when: everyFifth,
    intercept: () => json(400, { error: "invalid_request" }),
  }),
  breaks("auth.secret.unrecoverable", "secret.hidden"),
  fault("token.secret-kept", "keeps the secret and shows it with every list", {
    reply: showingSecret((secret) => ({ issuedTo: secret })),
  }),
  fault("token.secret-encoded", "keeps the secret and shows it in Base64, beside the client id", {
    reply: showingSecret((secret) => ({ client: Buffer.from(`partner:${secret}`).toString("base64") })),
  }),
  breaks("auth.token.hidden", "token.hidden"),
  fault("token.shown-in-list", "names the token issued last in a header of every list", {
    reply: showingToken(
      (status) => status === 200,
      (reply, token) => ({ ...reply, headers: { ...reply.headers, "x-latest-token": token } }),
    ),
  }),
  fault("token.shown-in-401", "names the token issued last in the message of a 401", {
    reply: showingToken(
      (status) => status === 401,
      (reply, token) =>
        isObject(reply.body) ? { ...reply, body: { ...reply.body, message: `Not ${token}.` } } : reply,
    ),
  }),
);
