import type { GapId } from "../../generated/requirements.ts";

/** Reasons to refuse a request, each with its status or the open question that decides the status. */
const statuses = {
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
} as const satisfies Readonly<Record<string, GapId | number>>;

type Kind = keyof typeof statuses;

/** A reason for which a request is refused. */
export type Condition = Exclude<Kind, "scope"> | `scope.${string}`;

/** A condition without the scope name, and the status of a refusal for it. */
export function statusOf(condition: Condition, choices: ReadonlyMap<GapId, string>) {
  const kind = condition.replace(/^scope\..*/, "scope") as Kind;
  const rule = statuses[kind];
  return { kind, status: typeof rule === "number" ? rule : Number(choices.get(rule)) };
}
