/** Faults of the idempotency key and the timestamp, and of refused writes that still have an effect. */
import { api } from "../../../generated/operations.ts";
import { isWriteOperation } from "../../wire/write-form.ts";
import type { Card } from "../cards/index.ts";
import type { Condition } from "../conditions.ts";
import { json } from "../response.ts";
import type { RequestContext, Seams } from "../seams.ts";
import { unchecked } from "./changes.ts";
import { breaks, catalogue, type Fault, fault } from "./fault.ts";
import { signatureChecks, signatureRows } from "./signature.ts";
import { withHeader } from "./when.ts";
import { checksOf, inWrites } from "./write.ts";

/** Seconds since the timestamp of a request. */
function age({ request, now }: RequestContext): number {
  return Math.floor(now / 1000) - Number(request.headers.get(api.headers.timestamp));
}

/** Changes something even though the signature is refused. */
function changesAnyway(change: (card: Card, context: RequestContext) => void): Seams["appliesAnyway"] {
  return (condition, context) => {
    const card = context.state.cards.find(({ id }) => id === context.request.path.split("/")[3]);
    if (condition === "signature.bad" && card !== undefined) change(card, context);
    return false;
  };
}

/** Reasons to refuse a write, with the checks that notice each. */
const refused: readonly [condition: Condition, description: string, ...checks: string[]][] = [
  ["signature.bad", "a bad signature", ...signatureChecks, "signature.key"],
  ["signature.missing", "a missing signature", "signature.missing"],
  ["timestamp.stale", "an old timestamp", "timestamp.stale"],
  ["timestamp.missing", "a missing timestamp", "timestamp.missing"],
  ["idempotency-key.missing", "a missing Idempotency-Key", "idempotency-key.missing"],
  ["token.unknown", "an invalid token", "token.invalid"],
  ["scope.cards:write", "a missing scope", "scope.cards-write"],
];

/** Faults of the headers of a write. */
export const signedHeaderFaults: readonly Fault[] = catalogue(
  breaks("auth.idempotency.required", "idempotency-key.missing"),
  ...inWrites("idempotency-key.optional", "does without Idempotency-Key", {
    skipsCheck: unchecked("idempotency-key.missing"),
  }),
  breaks("auth.idempotency.empty", "idempotency-key.empty"),
  ...inWrites("idempotency-key.empty-accepted", "accepts an empty Idempotency-Key", {
    skipsCheck: unchecked("idempotency-key.empty"),
  }),
  breaks("auth.timestamp.stale", "timestamp.stale"),
  ...inWrites("timestamp.stale-accepted", "accepts a timestamp of any age", {
    skipsCheck: unchecked("timestamp.stale"),
  }),
  breaks("auth.timestamp.format", "timestamp.malformed"),
  ...inWrites("timestamp.malformed-accepted", "accepts a timestamp of any form", {
    skipsCheck: unchecked("timestamp.malformed"),
  }),
  breaks("auth.timestamp.required", "timestamp.missing"),
  ...inWrites("timestamp.optional", "does without a timestamp, and then without a valid signature", {
    when: withHeader(api.headers.timestamp, (timestamp) => timestamp === null),
    skipsCheck: unchecked("timestamp.missing", "signature.bad"),
  }),
  ...signatureRows,
  breaks("limits.timestamp-age", ...checksOf(["timestamp.stale"])),
  fault("timestamp.ten-minutes", "rejects timestamps only when they are older than ten minutes", {
    when: (context) => age(context) <= 600,
    skipsCheck: unchecked("timestamp.stale"),
  }),
  breaks("auth.timestamp.format", ...checksOf(["timestamp.malformed"])),
  fault("timestamp.milliseconds-accepted", "reads what follows the digits of a timestamp as nothing", {
    when: withHeader(api.headers.timestamp, (timestamp) => /^[0-9]+[a-z]+$/.test(timestamp ?? "")),
    skipsCheck: unchecked("timestamp.malformed"),
  }),
  breaks("auth.timestamp.fresh", ...checksOf(["timestamp.fresh"])),
  ...[120, 250].map((seconds) =>
    fault(`timestamp.only-${seconds}-seconds`, `rejects timestamps that are older than ${seconds} seconds`, {
      when: (context) => age(context) > seconds && age(context) <= api.timestampWindowSeconds,
      intercept: ({ operation }) => (isWriteOperation(operation) ? json(401, {}) : null),
    }),
  ),
  ...refused.flatMap(([condition, description, ...checks]) => [
    breaks("auth.refused.no-effect", ...checksOf(["refused.no-effect", ...checks])),
    fault(
      `refused.carried-out.${condition.replace(":", "-")}`,
      `refuses ${description}, but carries the write out`,
      { appliesAnyway: (met) => met === condition },
    ),
  ]),
  breaks("error.refusal.client-error", "refused.client-error"),
  ...refused
    .filter(([condition]) =>
      ["signature.bad", "timestamp.stale", "idempotency-key.missing"].includes(condition),
    )
    .map(([condition, description]) =>
      fault(`refused.server-error.${condition}`, `answers ${description} with 500`, {
        reply: (reply) => (reply.problem?.condition === condition ? { ...reply, status: 500 } : reply),
      }),
    ),
  breaks("auth.refused.no-effect", ...checksOf(["refused.no-effect"])),
  fault("refused.changes-monthly", "refuses a bad signature, but changes the monthly limit", {
    appliesAnyway: changesAnyway((card) => {
      card.limits.monthly += 11;
    }),
  }),
  fault("refused.changes-other-card", "refuses a bad signature, but sets the limit of the card beside", {
    appliesAnyway: changesAnyway((card, { state: { cards }, request }) => {
      const other = cards[cards.indexOf(card) - 1];
      const { daily } = JSON.parse(request.body) as { daily?: number };
      if (other !== undefined && daily !== undefined) other.limits.daily = daily;
    }),
  }),
);
