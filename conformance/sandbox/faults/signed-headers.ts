/** Faults of the idempotency key, the timestamp and the signature. */
import type { RequirementId } from "../../../generated/requirements.ts";
import type { Card } from "../cards.ts";
import type { Condition, RequestContext } from "../seams.ts";
import { caught, named, names, scopes, whenIn, where } from "./both-writes.ts";
import { changesReply, type Fault, skipsCheck, type When } from "./fault.ts";
import { signatureFaults } from "./signature.ts";

const recordings = {
  patch: "exchange.update-card-limits.4xx",
  put: "exchange.replace-card-limits.4xx",
} as const;

interface Waiver {
  readonly name: string;
  readonly breaks: RequirementId;
  readonly summary: string;
  readonly check: string;
  readonly conditions: readonly Condition[];
  readonly when?: When;
}

const waivers: readonly Waiver[] = [
  {
    name: "idempotency-key.optional",
    breaks: "auth.idempotency.required",
    summary: "does without Idempotency-Key",
    check: "idempotency-key.missing",
    conditions: ["idempotency-key.missing"],
  },
  {
    name: "idempotency-key.empty-accepted",
    breaks: "auth.idempotency.empty",
    summary: "accepts an empty Idempotency-Key",
    check: "idempotency-key.empty",
    conditions: ["idempotency-key.empty"],
  },
  {
    name: "timestamp.stale-accepted",
    breaks: "auth.timestamp.stale",
    summary: "accepts a timestamp of any age",
    check: "timestamp.stale",
    conditions: ["timestamp.stale"],
  },
  {
    name: "timestamp.malformed-accepted",
    breaks: "auth.timestamp.format",
    summary: "accepts a timestamp of any form",
    check: "timestamp.malformed",
    conditions: ["timestamp.malformed"],
  },
];

function age({ request, now }: Parameters<When>[0]): number {
  return Math.floor(now / 1000) - Number(request.headers.get("x-service-request-timestamp"));
}

/** Changes something although the signature is refused. */
function refusedButChanges(change: (card: Card, context: RequestContext) => void): Fault["seams"] {
  return {
    appliesAnyway: (condition, context) => {
      const card = context.state.cards.find(({ id }) => id === context.request.path.split("/")[3]);
      if (condition === "signature.bad" && card !== undefined) change(card, context);
      return false;
    },
  };
}

/** Faults of the idempotency key, the timestamp and the signature. */
export const signedHeaderFaults: readonly Fault[] = [
  ...waivers.flatMap(({ name, breaks, summary, check, conditions }) =>
    scopes.map(
      (scope): Fault => ({
        name: named(name, scope),
        breaks,
        summary: where[scope] + summary,
        caughtBy: caught(scope, [check]),
        seams: skipsCheck(conditions, whenIn(scope)),
      }),
    ),
  ),
  ...scopes.map(
    (scope): Fault => ({
      name: named("timestamp.optional", scope),
      breaks: "auth.timestamp.required",
      summary: `${where[scope]}does without a timestamp, and then without a valid signature`,
      caughtBy: caught(scope, ["timestamp.missing"]),
      seams: skipsCheck(
        ["timestamp.missing", "signature.bad"],
        (context) => whenIn(scope)(context) && !context.request.headers.has("x-service-request-timestamp"),
      ),
    }),
  ),
  ...scopes.map(
    (scope): Fault => ({
      name: named("signature.optional", scope),
      breaks: "auth.signature.required",
      summary: `${where[scope]}does without a signature`,
      caughtBy: [
        ...caught(scope, ["signature.missing"]),
        ...(scope === "both" ? names : [scope]).map((name) => recordings[name]),
      ] as [string, ...string[]],
      seams: skipsCheck(["signature.missing"], whenIn(scope)),
    }),
  ),
  ...scopes.map(
    (scope): Fault => ({
      name: named("signature.empty-accepted", scope),
      breaks: "auth.signature.verified",
      summary: `${where[scope]}accepts an empty signature`,
      caughtBy: caught(scope, ["signature.invalid"]),
      seams: skipsCheck(
        ["signature.bad"],
        (context) => whenIn(scope)(context) && context.request.headers.get("x-service-signature") === "",
      ),
    }),
  ),
  ...scopes.map(
    (scope): Fault => ({
      name: named("signature.not-verified", scope),
      breaks: "auth.signature.key",
      summary: `${where[scope]}takes anything as the signature`,
      caughtBy: caught(scope, [
        "signature.key",
        "signature.invalid",
        "signature.algorithm",
        "signature.method",
        "signature.path",
        "signature.timestamp",
        "signature.string",
      ]),
      seams: skipsCheck(["signature.bad"], whenIn(scope)),
    }),
  ),
  ...signatureFaults.flatMap(({ name, breaks, summary, checks, seams }) =>
    scopes.map(
      (scope): Fault => ({
        name: named(name, scope),
        breaks,
        summary: where[scope] + summary,
        caughtBy: caught(scope, checks),
        seams: seams(scope),
      }),
    ),
  ),
  {
    name: "timestamp.ten-minutes",
    breaks: "limits.timestamp-age",
    summary: "rejects timestamps only when they are older than ten minutes",
    caughtBy: caught("both", ["timestamp.stale"]),
    seams: skipsCheck(["timestamp.stale"], (context) => age(context) <= 600),
  },
  {
    name: "timestamp.milliseconds-accepted",
    breaks: "auth.timestamp.format",
    summary: "reads what follows the digits of a timestamp as nothing",
    caughtBy: caught("both", ["timestamp.malformed"]),
    seams: skipsCheck(["timestamp.malformed"], ({ request }) =>
      /^[0-9]+[a-z]+$/.test(request.headers.get("x-service-request-timestamp") ?? ""),
    ),
  },
  ...[120, 250].map(
    (seconds): Fault => ({
      name: `timestamp.only-${seconds}-seconds`,
      breaks: "auth.timestamp.fresh",
      summary: `rejects timestamps that are older than ${seconds} seconds`,
      caughtBy: caught("both", ["timestamp.fresh"]),
      seams: {
        intercept: (context) =>
          context.operation?.endsWith("CardLimits") === true && age(context) > seconds && age(context) <= 300
            ? { status: 401, headers: { "content-type": "application/json" }, body: {} }
            : null,
      },
    }),
  ),
  ...(
    [
      [
        "signature.bad",
        "a bad signature",
        [
          "signature.invalid",
          "signature.algorithm",
          "signature.method",
          "signature.path",
          "signature.timestamp",
          "signature.string",
          "signature.key",
        ],
      ],
      ["signature.missing", "a missing signature", ["signature.missing"]],
      ["timestamp.stale", "an old timestamp", ["timestamp.stale"]],
      ["timestamp.missing", "a missing timestamp", ["timestamp.missing"]],
      ["idempotency-key.missing", "a missing Idempotency-Key", ["idempotency-key.missing"]],
      ["token.unknown", "an invalid token", ["token.invalid"]],
      ["scope.cards:write", "a missing scope", ["scope.cards-write"]],
    ] as const
  ).map(
    ([condition, description, checks]): Fault => ({
      name: `refused.carried-out.${condition.replace(":", "-")}`,
      breaks: "auth.refused.no-effect",
      summary: `refuses ${description}, but carries the write out`,
      caughtBy: caught("both", ["refused.no-effect", ...checks]),
      seams: { appliesAnyway: (met) => met === condition },
    }),
  ),
  ...(
    [
      ["signature.bad", "a bad signature"],
      ["timestamp.stale", "an old timestamp"],
      ["idempotency-key.missing", "a missing Idempotency-Key"],
    ] as const
  ).map(
    ([condition, description]): Fault => ({
      name: `refused.server-error.${condition}`,
      breaks: "error.refusal.client-error",
      summary: `answers ${description} with 500`,
      caughtBy: ["refused.client-error"],
      seams: changesReply((reply) =>
        reply.problem?.condition === condition ? { ...reply, status: 500 } : reply,
      ),
    }),
  ),
  {
    name: "refused.changes-monthly",
    breaks: "auth.refused.no-effect",
    summary: "refuses a bad signature, but changes the monthly limit",
    caughtBy: caught("both", ["refused.no-effect"]),
    seams: refusedButChanges((card) => {
      card.limits.monthly += 11;
    }),
  },
  {
    name: "refused.changes-other-card",
    breaks: "auth.refused.no-effect",
    summary: "refuses a bad signature, but sets the limit of the card beside",
    caughtBy: caught("both", ["refused.no-effect"]),
    seams: refusedButChanges((card, context) => {
      const { cards } = context.state;
      const other = cards[cards.indexOf(card) - 1];
      const { daily } = JSON.parse(context.request.body) as { daily?: number };
      if (other !== undefined && daily !== undefined) other.limits.daily = daily;
    }),
  },
];
