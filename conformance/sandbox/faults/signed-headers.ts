/** Faults of the idempotency key, the timestamp and the signature of a request. */
import { api, operations } from "../../../generated/operations.ts";
import { json } from "../response.ts";
import { unchecked } from "./changes.ts";
import { inEach } from "./each.ts";
import { breaks, catalogue, type Fault, fault, type Heading, type Row } from "./fault.ts";
import { checksOf, idempotent, signed } from "./operations.ts";
import { signatureRows } from "./signature.ts";
import { age, withHeader } from "./when.ts";

const window = api.timestampWindowSeconds;

/** Reasons to refuse a request that is signed, for which it may fail instead. */
const refused = [
  ["signature.bad", "a bad signature"],
  ["timestamp.stale", "an old timestamp"],
  ["idempotency-key.missing", "a missing idempotency key"],
] as const;

/** Faults of every signed operation at once. */
const ofAllSigned: readonly (Heading | Row)[] = [
  breaks("auth.timestamp.format", ...checksOf(["timestamp.malformed"], signed)),
  fault("timestamp.milliseconds-accepted", "reads what follows the digits of a timestamp as nothing", {
    when: withHeader(api.headers.timestamp, (timestamp) => /^[0-9]+[a-z]+$/.test(timestamp ?? "")),
    skipsCheck: unchecked("timestamp.malformed"),
  }),
  breaks("auth.timestamp.fresh", ...checksOf(["timestamp.fresh"], signed)),
  ...[Math.round(0.4 * window), window - 50].map((seconds) =>
    fault(`timestamp.only-${seconds}-seconds`, `rejects timestamps that are older than ${seconds} seconds`, {
      when: (context) => age(context) > seconds && age(context) <= window,
      intercept: ({ operation }) =>
        operation !== null && operations[operation].signed !== null ? json(401, {}) : null,
    }),
  ),
  breaks("error.refusal.client-error", "refused.client-error"),
  ...refused.map(([condition, description]) =>
    fault(`refused.server-error.${condition}`, `answers ${description} with 500`, {
      reply: (reply) => (reply.problem?.condition === condition ? { ...reply, status: 500 } : reply),
    }),
  ),
];

/** Faults of the headers of a signed request, and of an idempotent one. */
export const signedHeaderFaults: readonly Fault[] = catalogue(
  breaks("auth.idempotency.required", "idempotency-key.missing"),
  ...inEach(idempotent, "idempotency-key.optional", "does without an idempotency key", {
    skipsCheck: unchecked("idempotency-key.missing"),
  }),
  breaks("auth.idempotency.empty", "idempotency-key.empty"),
  ...inEach(idempotent, "idempotency-key.empty-accepted", "accepts an empty idempotency key", {
    skipsCheck: unchecked("idempotency-key.empty"),
  }),
  breaks("auth.timestamp.stale", "timestamp.stale"),
  ...inEach(signed, "timestamp.stale-accepted", "accepts a timestamp of any age", {
    skipsCheck: unchecked("timestamp.stale"),
  }),
  breaks("auth.timestamp.format", "timestamp.malformed"),
  ...inEach(signed, "timestamp.malformed-accepted", "accepts a timestamp of any form", {
    skipsCheck: unchecked("timestamp.malformed"),
  }),
  breaks("auth.timestamp.required", "timestamp.missing"),
  ...inEach(signed, "timestamp.optional", "does without a timestamp, and then without a valid signature", {
    when: withHeader(api.headers.timestamp, (timestamp) => timestamp === null),
    skipsCheck: unchecked("timestamp.missing", "signature.bad"),
  }),
  ...signatureRows,
  ...(signed.length === 0 ? [] : ofAllSigned),
);
