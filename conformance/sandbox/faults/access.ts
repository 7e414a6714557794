/** Faults of access: unchecked tokens and scopes, and a 401 that is not as documented. */
import { api } from "../../../generated/operations.ts";
import { json } from "../response.ts";
import { findToken } from "../state.ts";
import { changed, type Edit, edited, set, unchecked } from "./changes.ts";
import { inEach, wordsFor } from "./each.ts";
import { breaks, catalogue, type Fault, fault, faultsWhen, where } from "./fault.ts";
import { checksOf, guarded, plainRead, replaysOf } from "./operations.ts";
import { all, beginsWith, only, type When, withHeader } from "./when.ts";

const scopeIds = api.scopes.map((scope) => ({ scope, id: `scope.${scope.replaceAll(":", "-")}` }));

/** A request with a token, for which the 401 body is documented; every other 401 has another body. */
const withToken: When = ({ operation, request, state }) =>
  operation !== api.token &&
  /^ *Bearer /i.test(request.headers.get("authorization") ?? "") &&
  state.tokens.size > 0;

const errorFault = faultsWhen(withToken);
const in401 = (edit: Edit) => edited(edit, (status) => status === 401);
const replays = guarded.flatMap(({ operation }) => replaysOf(operation, "401"));

/** The check of a token for one scope that was named several times, where the plain read needs more than one. */
const repeated = (plainRead?.described.scopes ?? []).length > 1 ? [`scope.repeated.${plainRead?.check}`] : [];
const otherNames = (plainRead?.described.scopes ?? []).length > 0 ? [`scope.other.${plainRead?.check}`] : [];

/** Faults of access. */
export const accessFaults: readonly Fault[] = catalogue(
  ...guarded.flatMap((one) => {
    const { operation, check } = one;
    const method = wordsFor(one);
    const accessFault = faultsWhen(only(operation));
    const invalid = [`token.invalid.${check}`, ...replaysOf(operation, "401")];
    const isPlainRead = one === plainRead;
    return [
      breaks("service.oauth", `token.missing.${check}`, ...(isPlainRead ? replaysOf(operation, "4XX") : [])),
      accessFault(`token.not-needed.${check}`, `${method} needs no token`, {
        skipsCheck: unchecked("token.missing"),
      }),
      breaks("error.401.status", ...invalid),
      accessFault(`token.not-checked.${check}`, `${method} takes any token`, {
        when: withToken,
        skipsCheck: unchecked("token.unknown"),
      }),
      breaks("error.401.status", ...invalid, ...(isPlainRead ? where("auth.token.dies", "token.dies") : [])),
      accessFault(`token.other-status.${check}`, `${method} answers an invalid token with 403`, {
        ...(isPlainRead ? {} : { mayFail: [`token.dies.${check}`] }),
        when: withToken,
        reply: changed(401, () => ({ status: 403 })),
      }),
    ];
  }),
  breaks("error.401.status", "token.invalid"),
  ...inEach(guarded, "token.begins", "takes every token that begins with one that was issued", {
    when: ({ request, state }) =>
      beginsWith(
        request.headers.get("authorization")?.slice("Bearer ".length) ?? null,
        (start) => findToken(state, start) !== undefined,
      ),
    skipsCheck: unchecked("token.unknown"),
  }),
  ...inEach(guarded, "token.searched", "takes what holds a token that was issued", {
    when: ({ request, state }) => {
      const parts = request.headers.get("authorization")?.slice("Bearer ".length).split("~") ?? [];
      return parts.length > 1 && parts.some((part) => findToken(state, part) !== undefined);
    },
    skipsCheck: unchecked("token.unknown"),
  }),
  ...inEach(guarded, "token.unset", "takes the words null and undefined for a token", {
    when: withHeader("authorization", (value) => value === "Bearer null" || value === "Bearer undefined"),
    skipsCheck: unchecked("token.unknown"),
  }),
  ...inEach(guarded, "token.long-fails", "fails at a token of more than 255 characters", {
    when: withHeader("authorization", (value) => (value ?? "").length > "Bearer ".length + 255),
    reply: (reply) => (reply.status === 401 ? json(500, {}) : reply),
  }),
  breaks("auth.bearer", "token.scheme"),
  ...inEach(guarded, "token.any-scheme", "takes the token in any scheme", {
    skipsCheck: unchecked("token.scheme"),
  }),
  ...scopeIds.flatMap(({ scope, id }) => {
    const needing = guarded.filter(({ described }) => described.scopes?.includes(scope));
    return [
      breaks(id, ...checksOf([id], needing)),
      fault(`${id}-not-needed`, `never asks for the scope ${scope}`, {
        skipsCheck: unchecked(`scope.${scope}`),
      }),
    ];
  }),
  ...guarded.flatMap((one) => [
    breaks(
      "scope.all-four",
      ...(one.described.scopes ?? []).map((scope) => scopeCheck(scope, one.check)),
      ...(one === plainRead ? repeated : []),
    ),
    fault(`scopes.not-checked.${one.check}`, `${wordsFor(one)} checks no scope`, {
      when: only(one.operation),
      skipsCheck: (condition) => condition.startsWith("scope."),
    }),
  ]),
  ...repeated.flatMap((check) => [
    breaks("scope.all-four", check),
    fault("scopes.counted", "counts the scopes of a token, one that stands there twice as two", {
      skipsCheck: (condition, { request, state }) => {
        const token = findToken(state, request.headers.get("authorization")?.split(" ").at(-1) ?? "");
        return condition.startsWith("scope.") && token?.scopes.length === api.scopes.length;
      },
    }),
  ]),
  ...otherNames.flatMap((check) => [
    breaks("scope.all-four", check),
    fault("scopes.contained", "looks for the name of a scope in those of a token, as a text in a text", {
      skipsCheck: (condition, { request, state }) => {
        const token = findToken(state, request.headers.get("authorization")?.split(" ").at(-1) ?? "");
        const needed = scopeIds.find(({ scope }) => condition === `scope.${scope}`)?.scope ?? "no scope";
        return condition === "scope-names" || token?.scopes.some((one) => one.includes(needed)) === true;
      },
    }),
  ]),
  breaks("error.message", "error.message", ...replays),
  errorFault("error.message-object", "sends message as an object", {
    reply: in401(set("/message", { en: "The access token is not accepted." })),
  }),
  breaks("error.type", "error.type", ...replays),
  errorFault("error.type-number", "sends type as a number", { reply: in401(set("/type", 401)) }),
  breaks("error.401.type"),
  errorFault("error.other-type", "sends the type Unauthorized with the 401", {
    reply: in401(set("/type", "Unauthorized")),
  }),
  errorFault("error.other-type-of-expired", "sends the type TokenExpired with the 401 for an expired token", {
    reply: (reply, context) =>
      reply.problem?.condition === "token.expired"
        ? in401(set("/type", "TokenExpired"))(reply, context)
        : reply,
  }),
  breaks("service.json", "service.json", "error.401.body", ...replays),
  errorFault("error.html", "sends the 401 as an HTML page", {
    reply: changed(401, () => ({ headers: { "content-type": "text/html" }, body: "<p>401</p>" })),
  }),
  breaks("error.401.body", "error.401.body", ...where("service.json", "service.json"), ...replays),
  errorFault("error.empty", "sends the 401 without a body", {
    reply: changed(401, () => ({ headers: {}, body: undefined })),
  }),
  breaks("error.refusal.client-error", "refused.client-error"),
  fault("token.server-error", "answers wrong client credentials with 500", {
    when: only(api.token),
    reply: (reply) => (reply.status >= 400 ? json(500, {}) : reply),
  }),
  fault("token.redirected", "redirects a read without a token to a page to log in", {
    when: all(
      only(plainRead?.operation),
      withHeader("authorization", (value) => value === null),
    ),
    reply: (reply) => ({ ...reply, status: 302, headers: { location: "/login" }, body: undefined }),
  }),
  fault("scopes.server-error", "answers a missing scope with 500", {
    reply: changed(403, () => ({ status: 500 })),
  }),
);

function scopeCheck(scope: string, check: string): string {
  return `scope.${scope.replaceAll(":", "-")}.${check}`;
}
