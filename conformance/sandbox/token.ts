import { operations } from "../../generated/operations.ts";
import { refuse } from "./refuse.ts";
import { json, type Reply } from "./reply.ts";
import type { Condition, RequestContext } from "./seams.ts";
import type { Service } from "./service.ts";
import { issueToken, secretMatches } from "./state.ts";
import { contentProblem, fieldProblem, scopeProblem } from "./token-problems.ts";

const allScopes: readonly string[] = operations.listCards.scopes;

/** POST /v1/oauth/token: the client credentials flow. */
export function token(service: Service, context: RequestContext): Reply {
  const { seams, choices, state } = service;
  const form = readForm(service, context);
  if (form === null) {
    return refuse(service, { condition: "grant-type", message: contentProblem(context.request) });
  }
  const refuseField = (condition: Condition, name: string, wrong: string) =>
    refuse(service, { condition, message: fieldProblem(context.request, form, name) ?? wrong });
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
  const scopes = grantedScopes(service, scope);
  if (scopes === null) return refuseField("grant-type", "scope", scopeProblem(scope, allScopes));

  const lifetime = Number(choices.get("gap.token.lifetime"));
  const issued = seams.issuedToken(
    { scopes, issuedAt: context.now, expiresAt: context.now + lifetime * 1000 },
    context,
  );
  return json(choices.get("gap.status.success") === "201" ? 201 : 200, {
    access_token: issueToken(state, issued),
    token_type: "Bearer",
    expires_in: lifetime,
    scope: scopes.join(" "),
  });
}

/** The fields of the request, or null where its content type is not accepted. */
function readForm({ choices }: Service, { request }: RequestContext): Map<string, string> | null {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") return new Map(new URLSearchParams(request.body));
  if (type !== "application/json" || choices.get("gap.token.json") !== "accepted") return null;
  try {
    const fields: unknown = JSON.parse(request.body);
    if (typeof fields !== "object" || fields === null) return null;
    return new Map(Object.entries(fields).filter(([, value]) => typeof value === "string"));
  } catch {
    return null;
  }
}

function grantedScopes({ choices }: Service, asked: string): readonly string[] | null {
  const wanted = asked.split(" ").filter((scope) => scope !== "");
  if (wanted.length === 0) {
    const answer = choices.get("gap.token.scope-omitted");
    return answer === "refused" ? null : answer === "all" ? allScopes : [];
  }
  if (wanted.some((scope) => !allScopes.includes(scope))) return null;
  if (wanted.length === allScopes.length) return wanted;
  const answer = choices.get("gap.token.narrow-scope");
  return answer === "refused" ? null : answer === "all" ? allScopes : wanted;
}
