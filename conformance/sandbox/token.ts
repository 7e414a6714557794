import { api, type Operation, operations } from "../../generated/operations.ts";
import type { Condition } from "./conditions.ts";
import { refuse } from "./refuse.ts";
import { mediaTypeOf } from "./request.ts";
import { json, type SandboxResponse } from "./response.ts";
import { successStatus } from "./samples.ts";
import type { RequestContext } from "./seams.ts";
import { issueToken, secretMatches } from "./state.ts";
import { contentProblem, fieldProblem, scopeProblem } from "./token-problems.ts";

/** In seconds. */
const usualLifetime = 3600;
const operation: Operation = operations[api.token];
const { mediaType, unspecified } = operation;

/** The token operation: the client credentials flow (RFC 6749, section 4.4). */
export function token(context: RequestContext): SandboxResponse {
  const { seams, choices, state, request, now } = context;
  const form = readForm(context);
  if (form === null) return refuse(context, "grant-type", contentProblem(request));

  const refuseField = (condition: Condition, name: string, wrong: string) =>
    refuse(context, condition, fieldProblem(request, form, name) ?? wrong);
  if (form.get("grant_type") !== "client_credentials" && !seams.skipsCheck("grant-type", context)) {
    return refuseField("grant-type", "grant_type", "The grant_type is not client_credentials, the only one.");
  }
  if (form.get("client_id") !== state.clientId && !seams.skipsCheck("client-id", context)) {
    return refuseField("client-id", "client_id", "The client_id is not known.");
  }
  const secret = form.get("client_secret") ?? "";
  if (!secretMatches(state, secret) && !seams.skipsCheck("client-secret", context)) {
    const wrong = secretMatches(state, secret.trim())
      ? "The client_secret has white space around it."
      : "The client credentials are refused.";
    return refuseField("client-secret", "client_secret", wrong);
  }
  const scope = form.get("scope") ?? "";
  const isAnyName = seams.skipsCheck("scope-names", context);
  const scopes = grantedScopes(context, scope) ?? (isAnyName ? scope.split(" ") : null);
  if (scopes === null) return refuseField("scope-names", "scope", scopeProblem(scope));

  const lifetime = Number(choices.get("gap.token.lifetime") ?? usualLifetime);
  const issued = seams.issuedToken({ scopes, issuedAt: now, expiresAt: now + lifetime * 1000 }, context);
  const isOpen = unspecified.includes("gap.status.success");
  return json(isOpen ? Number(choices.get("gap.status.success")) : successStatus(operation), {
    access_token: issueToken(state, issued),
    token_type: "Bearer",
    expires_in: lifetime,
    scope: scopes.join(" "),
  });
}

/** The fields of the request, or null if its content type is not accepted. */
function readForm({ choices, request }: RequestContext): Map<string, string> | null {
  const type = mediaTypeOf(request);
  if (type === mediaType) return new Map(new URLSearchParams(request.body));
  if (type !== "application/json" || choices.get("gap.token.json") !== "accepted") return null;
  try {
    const fields: unknown = JSON.parse(request.body);
    if (typeof fields !== "object" || fields === null) return null;
    return new Map(Object.entries(fields).filter(([, value]) => typeof value === "string"));
  } catch {
    return null;
  }
}

function grantedScopes({ choices }: RequestContext, asked: string): readonly string[] | null {
  const all: readonly string[] = api.scopes;
  const wanted = asked.split(" ").filter((scope) => scope !== "");
  if (wanted.some((scope) => !all.includes(scope))) return null;
  if (new Set(wanted).size === all.length) return wanted;
  const answer =
    wanted.length === 0
      ? (choices.get("gap.token.scope-omitted") ?? "refused")
      : choices.get("gap.token.narrow-scope");
  return answer === "refused" ? null : answer === "all" ? all : wanted;
}
