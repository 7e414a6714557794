/** Faults of access: unchecked tokens and scopes, and a 401 that is not as documented. */
import { operations } from "../../../generated/operations.ts";
import { requirement } from "../../../generated/requirements.ts";
import { json } from "../response.ts";
import { changed, type Edit, edited, remove, set, unchecked } from "./changes.ts";
import { breaks, catalogue, type Fault, fault, faultsWhen } from "./fault.ts";
import { only, type When } from "./when.ts";
import { writes } from "./write.ts";

/** The operations that need a token, with the suffixes of their check and recording ids. */
const guarded = [{ operation: "listCards", check: "list", recording: "list-cards" }, ...writes] as const;
const inEach = (check: string) => guarded.map((one) => `${check}.${one.check}`);
const replays = guarded.map(({ recording }) => `exchange.${recording}.401`);
const scopeIds = operations.listCards.scopes.map((scope) => ({
  scope,
  id: `scope.${scope.replace(":", "-")}`,
}));

/** A request with a token, for which the 401 body is documented; every other 401 has another body. */
const withToken: When = ({ operation, request, state }) =>
  operation !== "requestToken" &&
  request.headers.get("authorization")?.startsWith("Bearer ") === true &&
  state.tokens.size > 0;

const errorFault = faultsWhen(withToken);
const in401 = (edit: Edit) => edited(edit, (status) => status === 401);

/** Faults of access. */
export const accessFaults: readonly Fault[] = catalogue(
  ...guarded.flatMap(({ operation, check, recording }) => {
    const { method } = operations[operation];
    const isList = operation === "listCards";
    const accessFault = faultsWhen(only(operation));
    return [
      breaks("service.oauth", `token.missing.${check}`, ...(isList ? ["exchange.list-cards.4xx"] : [])),
      accessFault(`token.not-needed.${check}`, `${method} needs no token`, {
        skipsCheck: unchecked("token.missing"),
      }),
      breaks("error.401.status", `token.invalid.${check}`, `exchange.${recording}.401`),
      accessFault(`token.not-checked.${check}`, `${method} takes any token`, {
        when: withToken,
        skipsCheck: unchecked("token.unknown"),
      }),
      breaks(
        "error.401.status",
        `token.invalid.${check}`,
        `exchange.${recording}.401`,
        ...(isList ? ["token.dies"] : []),
      ),
      accessFault(`token.other-status.${check}`, `${method} answers an invalid token with 403`, {
        when: withToken,
        reply: changed(401, () => ({ status: 403 })),
      }),
    ];
  }),
  breaks("auth.bearer", ...inEach("token.scheme")),
  fault("token.any-scheme", "takes the token in any scheme", { skipsCheck: unchecked("token.scheme") }),
  breaks("auth.bearer", "token.scheme.put"),
  fault("token.any-scheme.put", "PUT takes the token in any scheme", {
    when: only("replaceCardLimits"),
    skipsCheck: unchecked("token.scheme"),
  }),
  ...scopeIds.flatMap(({ scope, id }) => [
    breaks(requirement(id).id, ...inEach(id)),
    fault(`${id}-not-needed`, `never asks for the scope ${scope}`, {
      skipsCheck: unchecked(`scope.${scope}`),
    }),
  ]),
  ...guarded.flatMap(({ operation, check }) => [
    breaks("scope.all-four", ...scopeIds.map(({ id }) => `${id}.${check}`)),
    fault(`scopes.not-checked.${check}`, `${operations[operation].method} checks no scope`, {
      when: only(operation),
      skipsCheck: (condition) => condition.startsWith("scope."),
    }),
  ]),
  breaks("error.401.body", "error.401.body", ...replays),
  errorFault("error.type-missing", "sends the 401 without type", { reply: in401(remove("type")) }),
  breaks("error.401.body", "error.401.body", "exchange.replace-card-limits.401"),
  errorFault("error.message-missing.put", "sends the 401 of PUT without message", {
    when: only("replaceCardLimits"),
    reply: in401(remove("message")),
  }),
  breaks("error.message", "error.message", ...replays),
  errorFault("error.message-object", "sends message as an object", {
    reply: in401(set("message", { en: "The access token is not accepted." })),
  }),
  breaks("error.type", "error.type", ...replays),
  errorFault("error.type-number", "sends type as a number", { reply: in401(set("type", 401)) }),
  breaks("error.401.type"),
  errorFault("error.other-type", "sends the type Unauthorized with the 401", {
    reply: in401(set("type", "Unauthorized")),
  }),
  errorFault("error.other-type.patch", "sends the type Unauthorized with the 401 of PATCH", {
    when: only("updateCardLimits"),
    reply: in401(set("type", "Unauthorized")),
  }),
  breaks("service.json", "service.json", "error.401.body", ...replays),
  errorFault("error.html", "sends the 401 as an HTML page", {
    reply: changed(401, () => ({ headers: { "content-type": "text/html" }, body: "<p>401</p>" })),
  }),
  breaks("error.401.body", "error.401.body", "service.json", ...replays),
  errorFault("error.empty", "sends the 401 without a body", {
    reply: changed(401, () => ({ headers: {}, body: undefined })),
  }),
  breaks("error.refusal.client-error", "refused.client-error"),
  fault("token.server-error", "answers wrong client credentials with 500", {
    when: only("requestToken"),
    reply: (reply) => (reply.status >= 400 ? json(500, {}) : reply),
  }),
  fault("scopes.server-error", "answers a missing scope with 500", {
    reply: changed(403, () => ({ status: 500 })),
  }),
);
