import { operations } from "../../../generated/operations.ts";
import { requirement } from "../../../generated/requirements.ts";
import { json } from "../reply.ts";
import { changesReply, type Fault, isObject, only, skipsCheck, type When } from "./fault.ts";

const operationNames = { list: "listCards", patch: "updateCardLimits", put: "replaceCardLimits" } as const;
const names = ["list", "patch", "put"] as const;
const recordingOf = { list: "list-cards", patch: "update-card-limits", put: "replace-card-limits" } as const;
const errorReplays = names.map((name) => `exchange.${recordingOf[name]}.401`);

/** The 401 for an invalid or expired token; every other 401 has another body. */
const invalidToken: When = ({ request, state }) => {
  const header = request.headers.get("authorization");
  return header?.startsWith("Bearer ") === true && state.tokens.size > 0;
};

function changes401(change: (body: Record<string, unknown>) => unknown, when: When = invalidToken) {
  return changesReply(
    (reply) =>
      reply.status === 401 && isObject(reply.body) ? { ...reply, body: change({ ...reply.body }) } : reply,
    (context) => context.operation !== "requestToken" && invalidToken(context) && when(context),
  );
}

/** Faults of access: tokens and scopes that are not checked, and the 401 that is not as documented. */
export const accessFaults: readonly Fault[] = [
  ...names.flatMap((name): Fault[] => [
    {
      name: `token.not-needed.${name}`,
      breaks: "service.oauth",
      summary: `${operations[operationNames[name]].method} needs no token`,
      caughtBy: [`token.missing.${name}`, ...(name === "list" ? ["exchange.list-cards.4xx"] : [])] as [
        string,
        ...string[],
      ],
      seams: skipsCheck(["token.missing"], only(operationNames[name])),
    },
    {
      name: `token.not-checked.${name}`,
      breaks: "error.401.status",
      summary: `${operations[operationNames[name]].method} takes any token`,
      caughtBy: [`token.invalid.${name}`, `exchange.${recordingOf[name]}.401`],
      seams: skipsCheck(
        ["token.unknown"],
        (context) => context.operation === operationNames[name] && invalidToken(context),
      ),
    },
    {
      name: `token.other-status.${name}`,
      breaks: "error.401.status",
      summary: `${operations[operationNames[name]].method} answers an invalid token with 403`,
      caughtBy: [
        `token.invalid.${name}`,
        `exchange.${recordingOf[name]}.401`,
        ...(name === "list" ? ["token.dies"] : []),
      ],
      seams: changesReply(
        (reply) => (reply.status === 401 ? { ...reply, status: 403 } : reply),
        (context) => context.operation === operationNames[name] && invalidToken(context),
      ),
    },
  ]),
  {
    name: "token.any-scheme",
    breaks: "auth.bearer",
    summary: "takes the token in any scheme",
    caughtBy: ["token.scheme.list", "token.scheme.patch", "token.scheme.put"],
    seams: skipsCheck(["token.scheme"]),
  },
  {
    name: "token.any-scheme.put",
    breaks: "auth.bearer",
    summary: "PUT takes the token in any scheme",
    caughtBy: ["token.scheme.put"],
    seams: skipsCheck(["token.scheme"], only("replaceCardLimits")),
  },
  ...operations.listCards.scopes.map((scope): Fault => {
    const id = `scope.${scope.replace(":", "-")}`;
    return {
      name: `${id}-not-needed`,
      breaks: requirement(id).id,
      summary: `never asks for the scope ${scope}`,
      caughtBy: [`${id}.list`, `${id}.patch`, `${id}.put`],
      seams: skipsCheck([`scope.${scope}`]),
    };
  }),
  ...names.map((name): Fault => {
    const method = operations[operationNames[name]].method;
    return {
      name: `scopes.not-checked.${name}`,
      breaks: "scope.all-four",
      summary: `${method} checks no scope`,
      caughtBy: ["cards-read", "cards-write", "transfers-read", "transfers-write"].map(
        (scope) => `scope.${scope}.${name}`,
      ) as [string, ...string[]],
      seams: skipsCheck(["scope.*"], only(operationNames[name])),
    };
  }),
  {
    name: "error.type-missing",
    breaks: "error.401.body",
    summary: "sends the 401 without type",
    caughtBy: ["error.401.body", ...errorReplays],
    seams: changes401(({ message }) => ({ message })),
  },
  {
    name: "error.message-missing.put",
    breaks: "error.401.body",
    summary: "sends the 401 of PUT without message",
    caughtBy: ["error.401.body", "exchange.replace-card-limits.401"],
    seams: changes401(({ type }) => ({ type }), only("replaceCardLimits")),
  },
  {
    name: "error.message-object",
    breaks: "error.message",
    summary: "sends message as an object",
    caughtBy: ["error.message", ...errorReplays],
    seams: changes401((body) => ({ ...body, message: { en: body.message } })),
  },
  {
    name: "error.type-number",
    breaks: "error.type",
    summary: "sends type as a number",
    caughtBy: ["error.type", ...errorReplays],
    seams: changes401((body) => ({ ...body, type: 401 })),
  },
  {
    name: "error.other-type",
    breaks: "error.401.type",
    summary: "sends the type Unauthorized with the 401",
    caughtBy: ["error.401.type"],
    seams: changes401((body) => ({ ...body, type: "Unauthorized" })),
  },
  {
    name: "error.other-type.patch",
    breaks: "error.401.type",
    summary: "sends the type Unauthorized with the 401 of PATCH",
    caughtBy: ["error.401.type"],
    seams: changes401((body) => ({ ...body, type: "Unauthorized" }), only("updateCardLimits")),
  },
  {
    name: "error.html",
    breaks: "service.json",
    summary: "sends the 401 as an HTML page",
    caughtBy: ["service.json", "error.401.body", ...errorReplays],
    seams: changesReply(
      (reply) =>
        reply.status === 401
          ? { ...reply, headers: { "content-type": "text/html" }, body: "<p>401</p>" }
          : reply,
      (context) => context.operation !== "requestToken" && invalidToken(context),
    ),
  },
  {
    name: "error.empty",
    breaks: "error.401.body",
    summary: "sends the 401 without a body",
    caughtBy: ["error.401.body", "service.json", ...errorReplays],
    seams: changesReply(
      (reply) => (reply.status === 401 ? { status: 401, headers: {}, body: undefined } : reply),
      (context) => context.operation !== "requestToken" && invalidToken(context),
    ),
  },
  {
    name: "token.server-error",
    breaks: "error.refusal.client-error",
    summary: "answers wrong client credentials with 500",
    caughtBy: ["refused.client-error"],
    seams: changesReply(
      (reply) => (reply.status >= 400 ? { ...json(500, {}), status: 500 } : reply),
      only("requestToken"),
    ),
  },
  {
    name: "scopes.server-error",
    breaks: "error.refusal.client-error",
    summary: "answers a missing scope with 500",
    caughtBy: ["refused.client-error"],
    seams: changesReply((reply) => (reply.status === 403 ? { ...reply, status: 500 } : reply)),
  },
];
