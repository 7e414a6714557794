import type { GapId } from "../../generated/requirements.ts";
import { empty, json, type Reply } from "./reply.ts";
import type { Condition } from "./seams.ts";
import type { Service } from "./service.ts";

/** Which open question decides the status of a refusal; where there is none, the status beside it. */
const statuses: Record<string, GapId | number> = {
  "grant-type": "gap.token.refused-status",
  "client-id": "gap.token.refused-status",
  "client-secret": "gap.token.refused-status",
  "token.missing": "gap.auth.missing-token-status",
  "token.scheme": 401,
  "token.unknown": 401,
  "token.expired": 401,
  scope: "gap.scope.missing-status",
  "idempotency-key.missing": "gap.idempotency.missing-status",
  "idempotency-key.empty": "gap.idempotency.missing-status",
  "timestamp.missing": "gap.timestamp.missing-status",
  "timestamp.malformed": 400,
  "timestamp.stale": "gap.timestamp.stale-status",
  "timestamp.future": 400,
  "signature.missing": "gap.signature.missing-status",
  "signature.bad": "gap.signature.bad-status",
  "signature.query": 400,
  "content-type": 415,
  body: 400,
  cursor: "gap.cursor.invalid",
  limit: "gap.limit.invalid",
  "unknown-card": 404,
  "idempotency-key.reused": "gap.idempotency.reuse",
  "not-found": 404,
};

/** Why a request is refused. */
export interface Problem {
  readonly condition: Condition;
  /** What is wrong with the request, and what to send instead. Never a secret, a token or a signature. */
  readonly message: string;
}

/** The refusal of a request: documented for an invalid or expired token, as chosen for all others. */
export function refuse({ choices }: Service, problem: Problem): Reply {
  const { condition, message } = problem;
  const kind = condition.startsWith("scope.") ? "scope" : condition;
  const rule = statuses[kind] ?? 400;
  const status = typeof rule === "number" ? rule : Number(choices.get(rule));
  const refusal = (reply: Reply): Reply => ({ ...reply, problem });
  if (kind === "token.unknown" || kind === "token.expired")
    return refusal(json(status, { message, type: "InvalidRequest" }));

  switch (choices.get("gap.error.other-bodies")) {
    case "empty":
      return refusal(empty(status));
    case "problem":
      return refusal(json(status, { title: message, status }));
    case "html":
      return refusal({
        status,
        headers: { "content-type": "text/html" },
        body: `<!doctype html><p>${asHtml(message)}</p>`,
      });
    default: {
      const various = choices.get("gap.error.types") === "various";
      return refusal(json(status, { message, type: various ? `Refused.${kind}` : "InvalidRequest" }));
    }
  }
}

/** The text in HTML: a message may quote what the request holds. */
function asHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
