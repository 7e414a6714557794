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

const words: Record<string, string> = {
  "grant-type": "The grant type is not supported.",
  "client-id": "The client is not known.",
  "client-secret": "The client credentials are refused.",
  "token.missing": "An access token is required.",
  "token.scheme": "The Authorization header is not a bearer token.",
  "token.unknown": "The access token is invalid or has expired.",
  "token.expired": "The access token is invalid or has expired.",
  scope: "The access token lacks a scope.",
  "idempotency-key.missing": "Idempotency-Key is required.",
  "idempotency-key.empty": "Idempotency-Key is empty.",
  "timestamp.missing": "X-Service-Request-Timestamp is required.",
  "timestamp.malformed": "X-Service-Request-Timestamp is not Unix time in seconds.",
  "timestamp.stale": "X-Service-Request-Timestamp is older than 5 minutes.",
  "timestamp.future": "X-Service-Request-Timestamp is in the future.",
  "signature.missing": "X-Service-Signature is required.",
  "signature.bad": "X-Service-Signature does not match the request.",
  "signature.query": "A query is not allowed here.",
  "content-type": "The content type is not supported.",
  body: "The request body is not accepted.",
  cursor: "The cursor is invalid or has expired.",
  limit: "The limit is not a positive integer.",
  "unknown-card": "There is no such card.",
  "idempotency-key.reused": "Idempotency-Key was used for another request.",
  "not-found": "There is nothing at this path.",
};

/** The refusal for a condition: documented for an invalid or expired token, as chosen for all others. */
export function refuse({ choices }: Service, condition: Condition): Reply {
  const kind = condition.startsWith("scope.") ? "scope" : condition;
  const rule = statuses[kind] ?? 400;
  const status = typeof rule === "number" ? rule : Number(choices.get(rule));
  const message = words[kind] ?? "The request is refused.";
  if (kind === "token.unknown" || kind === "token.expired")
    return json(status, { message, type: "InvalidRequest" });

  switch (choices.get("gap.error.other-bodies")) {
    case "empty":
      return empty(status);
    case "problem":
      return json(status, { title: message, status });
    case "html":
      return { status, headers: { "content-type": "text/html" }, body: `<!doctype html><p>${message}</p>` };
    default: {
      const various = choices.get("gap.error.types") === "various";
      return json(status, { message, type: various ? `Refused.${kind}` : "InvalidRequest" });
    }
  }
}
