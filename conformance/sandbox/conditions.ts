import { requirements } from "../../generated/requirements.ts";
import type { Choices } from "./choices.ts";

/** The open question that decides a status, and the status where the specification asks no such question. */
type Open = readonly [gap: string, usual: number];

/** Reasons to refuse a request, each with its status or what decides it. */
const statuses = {
  "grant-type": ["gap.token.refused-status", 401],
  "client-id": ["gap.token.refused-status", 401],
  "client-secret": ["gap.token.refused-status", 401],
  "scope-names": ["gap.token.refused-status", 401],
  "token.missing": ["gap.auth.missing-token-status", 401],
  "token.scheme": 401,
  "token.unknown": 401,
  "token.expired": 401,
  scope: ["gap.scope.missing-status", 403],
  "idempotency-key.missing": ["gap.idempotency.missing-status", 400],
  "idempotency-key.empty": ["gap.idempotency.missing-status", 400],
  "timestamp.missing": ["gap.timestamp.missing-status", 400],
  "timestamp.malformed": 400,
  "timestamp.stale": ["gap.timestamp.stale-status", 401],
  "timestamp.future": 400,
  "signature.missing": ["gap.signature.missing-status", 400],
  "signature.bad": ["gap.signature.bad-status", 401],
  "signature.query": 400,
  "content-type": 415,
  body: 400,
  parameter: 400,
  cursor: ["gap.cursor.invalid", 400],
  limit: ["gap.limit.invalid", 400],
  "unknown-item": 404,
  "precondition.failed": 412,
  "precondition.missing": 428,
  "idempotency-key.reused": ["gap.idempotency.reuse", 409],
  "not-found": 404,
} as const satisfies Readonly<Record<string, Open | number>>;

type Kind = keyof typeof statuses;

/** A reason for which a request is refused. */
export type Condition = Exclude<Kind, "scope"> | `scope.${string}`;

const kindOf = (condition: string): Kind => condition.replace(/^scope\..*/, "scope") as Kind;

/** True if the specification says with which status a request is refused for this reason. */
export function hasStatedStatus(condition: string): boolean {
  if (condition === "token.unknown" || condition === "token.expired") return true;
  const [gap] = [statuses[kindOf(condition)] ?? []].flat();
  return requirements.some(({ id, settled }) => (id as string) === gap && settled !== undefined);
}

/** A condition without the scope name, and the status of a refusal for it. */
export function statusOf(condition: Condition, choices: Choices) {
  const kind = kindOf(condition);
  const rule: Open | number = statuses[kind];
  if (typeof rule === "number") return { kind, status: rule };
  // An answer that is no status is about another list, or another request.
  const chosen = Number(choices.get(rule[0]) ?? Number.NaN);
  return { kind, status: Number.isInteger(chosen) ? chosen : rule[1] };
}
