/** Faults of the two writes: another signature is wanted, or what is refused has an effect all the same. */
import { operations } from "../../../../generated/operations.ts";
import type { Condition } from "../../conditions.ts";
import { edited, remove, set, unchecked } from "../../faults/changes.ts";
import { breaks, catalogue, type Fault, fault, type Misbehaviour, type Row } from "../../faults/fault.ts";
import { covering, decodeHex, inLines, signatureChecks, wants } from "../../faults/signing.ts";
import { age, all, only, type When } from "../../faults/when.ts";
import { pathParameters } from "../../request.ts";
import type { RequestContext, Seams } from "../../seams.ts";
import type { Card } from "../cards.ts";
import { objectIn } from "../limits-body.ts";
import { checksOf, writes } from "../names.ts";
import { cardsOf } from "../state.ts";

/** Requests of one of the two writes. */
const isWrite: When = ({ operation }) => writes.some((write) => write.operation === operation);

/** A fault of both writes, of PATCH alone and of PUT alone. The heading has check ids without their ends. */
function inWrites(name: string, summary: string, behaviour: Misbehaviour): Row[] {
  return [
    fault(name, summary, { ...behaviour, when: isWrite, checksOf: (checks) => checksOf(checks) }),
    ...writes.map((write) =>
      fault(`${name}.${write.check}`, `${operations[write.operation].method} ${summary}`, {
        ...behaviour,
        when: all(only(write.operation), behaviour.when ?? isWrite),
        checksOf: (checks) => checksOf(checks, [write]),
      }),
    ),
  ];
}

/** Changes something even though the signature is refused. */
function changesAnyway(change: (card: Card, context: RequestContext) => void): Seams["appliesAnyway"] {
  return (condition, context) => {
    const row = context.operation === null ? null : operations[context.operation];
    const [id] = row === null ? [] : Object.values(pathParameters(context.request, row));
    const card = cardsOf(context.state).find((one) => one.id === id);
    if (condition === "signature.bad" && card !== undefined) change(card, context);
    return false;
  };
}

/** Reasons to refuse a write, with the checks that notice each. */
const refused: readonly [condition: Condition, description: string, ...checks: string[]][] = [
  ["signature.bad", "a bad signature", ...signatureChecks, "signature.key"],
  ["signature.missing", "a missing signature", "signature.missing"],
  ["timestamp.stale", "an old timestamp", "timestamp.stale"],
  // What lacks a signature as well is refused for this.
  ["timestamp.missing", "a missing timestamp", "timestamp.missing", "signature.none"],
  ["idempotency-key.missing", "a missing idempotency key", "idempotency-key.missing", "signature.none"],
  ["token.unknown", "an invalid token", "token.invalid"],
  ["scope.cards:write", "a missing scope", "scope.cards-write"],
];

/** Faults of the two writes in what their headers mean. */
export const headerFaults: readonly Fault[] = catalogue(
  breaks("auth.signature.algorithm", "signature.scheme"),
  ...inWrites("signature.wants-sha512", "verifies with SHA-512 instead of SHA-256", {
    signature: wants({ digest: "sha512" }),
  }),
  ...inWrites("signature.wants-hex", "wants the signature in hex", {
    signature: wants({ decode: decodeHex }),
  }),
  breaks("auth.signature.string", "signature.scheme"),
  ...inWrites("signature.wants-separators", "wants line breaks between the signed parts", {
    signature: wants({ covered: inLines }),
  }),
  ...inWrites("signature.wants-lower-case", "wants the method in lower case", {
    signature: wants({ covered: covering(({ method }) => ({ method: method.toLowerCase() })) }),
  }),
  breaks("limits.timestamp-age", ...checksOf(["timestamp.stale"])),
  fault("timestamp.ten-minutes", "rejects timestamps only when they are older than ten minutes", {
    when: all(isWrite, (context) => age(context) <= 600),
    skipsCheck: unchecked("timestamp.stale"),
  }),
  ...refused.flatMap(([condition, description, ...checks]) => [
    breaks("auth.refused.no-effect", ...checksOf(["refused.no-effect", ...checks])),
    fault(
      `refused.carried-out.${condition.replace(":", "-")}`,
      `refuses ${description}, but carries the write out`,
      { when: isWrite, appliesAnyway: (met) => met === condition },
    ),
  ]),
  breaks("auth.refused.no-effect", ...checksOf(["refused.no-effect"])),
  fault("refused.changes-monthly", "refuses a bad signature, but changes the monthly limit", {
    when: isWrite,
    appliesAnyway: changesAnyway((card) => {
      card.limits.monthly += 11;
    }),
  }),
  fault("refused.changes-other-card", "refuses a bad signature, but sets the limit of the card beside", {
    when: isWrite,
    appliesAnyway: changesAnyway((card, { state, request }) => {
      const cards = cardsOf(state);
      const other = cards[cards.indexOf(card) - 1];
      const { daily } = objectIn(request.body);
      if (other !== undefined && daily !== undefined) other.limits.daily = daily;
    }),
  }),
  breaks("error.401.body", "error.401.body", "exchange.replace-card-limits.401"),
  fault("error.message-missing.put", "sends the 401 of PUT without message", {
    when: only("replaceCardLimits"),
    reply: edited(remove("/message"), (status) => status === 401),
  }),
  breaks("error.401.type"),
  fault("error.other-type.patch", "sends the type Unauthorized with the 401 of PATCH", {
    when: only("updateCardLimits"),
    reply: edited(set("/type", "Unauthorized"), (status) => status === 401),
  }),
);
