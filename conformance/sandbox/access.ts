import type { Operation } from "../../generated/operations.ts";
import { checked, type Problem } from "./refuse.ts";
import type { RequestContext } from "./seams.ts";
import { findToken } from "./state.ts";

/** Why the token of a request does not permit its operation, or null if it does. */
export function accessProblem(context: RequestContext, { scopes }: Operation): Problem | null {
  if (scopes === null) return null;
  const header = context.request.headers.get("authorization") ?? "";
  if (header === "") return checked(context, "token.missing", "An access token is required.");

  const bearer = /^Bearer +(\S+)$/i.exec(header)?.[1];
  const schemeRefusal = bearer === undefined ? checked(context, "token.scheme", schemeProblem(header)) : null;
  if (schemeRefusal !== null) return schemeRefusal;

  const token = findToken(context.state, bearer ?? header.split(" ").at(-1) ?? "");
  if (token === undefined) {
    return checked(context, "token.unknown", "The access token is invalid or has expired.");
  }
  const late = context.now - token.expiresAt;
  const ended = `The access token has expired, ${Math.floor(late / 1000)} s ago; request a new one.`;
  const expired = late >= 0 ? checked(context, "token.expired", ended) : null;
  if (expired !== null) return expired;

  for (const scope of scopes) {
    if (token.scopes.includes(scope)) continue;
    const message = `The access token lacks the scope ${scope}; request a token with all of "${scopes.join(" ")}".`;
    const problem = checked(context, `scope.${scope}`, message);
    if (problem !== null) return problem;
  }
  return null;
}

function schemeProblem(header: string): string {
  const problem = /^Basic /i.test(header)
    ? "is HTTP Basic, which no operation takes"
    : /^Bearer *$/i.test(header)
      ? "has no token after Bearer"
      : "is not a bearer token";
  return `The Authorization header ${problem}; send Authorization: Bearer <ACCESS_TOKEN>.`;
}
