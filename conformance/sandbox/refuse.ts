import type { GapId } from "../../generated/requirements.ts";
import { empty, json, type Reply } from "./reply.ts";
import type { Condition, RequestContext } from "./seams.ts";

/** Which open question decides the status of a refusal, or the status itself; 400 for all others. */
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
  "timestamp.stale": "gap.timestamp.stale-status",
  "signature.missing": "gap.signature.missing-status",
  "signature.bad": "gap.signature.bad-status",
  "content-type": 415,
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

/** The problem, unless a fault leaves its condition unchecked. */
export function checked(context: RequestContext, condition: Condition, message: string): Problem | null {
  return context.seams.skipsCheck(condition, context) ? null : { condition, message };
}

/** The refusal of a request: documented for an invalid or expired token, as chosen for all others. */
export function refuse({ choices }: RequestContext, condition: Condition, message: string): Reply {
  const kind = condition.startsWith("scope.") ? "scope" : condition;
  const rule = statuses[kind] ?? 400;
  const status = typeof rule === "number" ? rule : Number(choices.get(rule));
  const isDocumented = kind === "token.unknown" || kind === "token.expired";
  const form = isDocumented ? "documented" : choices.get("gap.error.other-bodies");
  const type =
    !isDocumented && choices.get("gap.error.types") === "various" ? `Refused.${kind}` : "InvalidRequest";
  return { ...refusal(form, status, message, type), problem: { condition, message } };
}

function refusal(form: string | undefined, status: number, message: string, type: string): Reply {
  switch (form) {
    case "empty":
      return empty(status);
    case "problem":
      return json(status, { title: message, status });
    case "html": {
      // The message may quote what the request holds.
      const text = message.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      return { status, headers: { "content-type": "text/html" }, body: `<!doctype html><p>${text}</p>` };
    }
    default:
      return json(status, { message, type });
  }
}

/**
 * A name of a request in a message. Long ones are not quoted: they may be a secret in the wrong place, and a
 * part of one would not be recognised by whoever keeps secrets out of a log.
 */
export function quoted(name: string): string {
  return name.length <= 30 ? JSON.stringify(name) : `of these ${name.length} characters`;
}
