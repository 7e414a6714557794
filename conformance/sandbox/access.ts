import type { OperationId } from "../../generated/operations.ts";
import { operations } from "../../generated/operations.ts";
import type { About, Condition } from "./seams.ts";
import type { Service } from "./service.ts";
import { findToken } from "./state.ts";

/** Why the token of a request does not open an operation, or null where it does. */
export function accessProblem(
  { seams, state }: Service,
  about: About,
  operation: OperationId,
): Condition | null {
  const refused = (condition: Condition) => !seams.waives(condition, about);
  const header = about.request.headers.get("authorization");
  if (header === null || header === "") return refused("token.missing") ? "token.missing" : null;

  const bearer = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (bearer === undefined && refused("token.scheme")) return "token.scheme";
  const token = findToken(state, bearer ?? header.split(" ").at(-1) ?? "");
  if (token === undefined) return refused("token.unknown") ? "token.unknown" : null;
  if (about.now >= token.expiresAt && refused("token.expired")) return "token.expired";

  for (const scope of operations[operation].scopes ?? []) {
    if (!token.scopes.includes(scope) && refused(`scope.${scope}`)) return `scope.${scope}`;
  }
  return null;
}
