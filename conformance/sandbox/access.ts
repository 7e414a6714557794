import type { OperationId } from "../../generated/operations.ts";
import { operations } from "../../generated/operations.ts";
import type { Problem } from "./refuse.ts";
import type { Condition, RequestContext } from "./seams.ts";
import type { Service } from "./service.ts";
import { findToken } from "./state.ts";

const bearerForm = "send Authorization: Bearer <ACCESS_TOKEN>";

/** Why the token of a request does not open an operation, or null where it does. */
export function accessProblem(
  { seams, state }: Service,
  context: RequestContext,
  operation: OperationId,
): Problem | null {
  const refusal = (condition: Condition, message: string): Problem | null =>
    seams.skipsCheck(condition, context) ? null : { condition, message };
  const header = context.request.headers.get("authorization");
  if (header === null || header === "") return refusal("token.missing", "An access token is required.");

  const bearer = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (bearer === undefined) {
    const problem = refusal("token.scheme", schemeProblem(header));
    if (problem !== null) return problem;
  }
  const token = findToken(state, bearer ?? header.split(" ").at(-1) ?? "");
  if (token === undefined) return refusal("token.unknown", "The access token is invalid or has expired.");
  if (context.now >= token.expiresAt) {
    const seconds = Math.floor((context.now - token.expiresAt) / 1000);
    const problem = refusal(
      "token.expired",
      `The access token has expired, ${seconds} s ago; request a new one.`,
    );
    if (problem !== null) return problem;
  }

  const required = operations[operation].scopes ?? [];
  for (const scope of required) {
    if (token.scopes.includes(scope)) continue;
    const message = `The access token lacks the scope ${scope}; request a token with all of "${required.join(" ")}".`;
    const problem = refusal(`scope.${scope}`, message);
    if (problem !== null) return problem;
  }
  return null;
}

function schemeProblem(header: string): string {
  if (/^Basic /i.test(header)) {
    return `The Authorization header is HTTP Basic, which no operation takes; ${bearerForm}.`;
  }
  if (/^Bearer *$/i.test(header)) return `The Authorization header has no token after Bearer; ${bearerForm}.`;
  return `The Authorization header is not a bearer token; ${bearerForm}.`;
}
