/** Writes as specified at which a server fails each time, after it had accepted one: a pure decision. */
import { type Exchange, isServerFailure, outcomeOf, succeeded } from "../../../wire/exchange.ts";
import type { Fact } from "../../kit/verdict.ts";
import type { WriteOperation } from "../write-form.ts";

/** A failure may pass: it has to be seen this often in a row, with no write accepted afterwards. */
const seenAtLeast = 8;

/** The fact that all writes as specified since one that was accepted have failed; null where that was not seen. */
export function failingSince(log: readonly Exchange[], operation: WriteOperation): Fact | null {
  const writes = log.filter((one) => one.operation === operation && one.alteration === null);
  const last = writes.findLastIndex(succeeded);
  const since = writes.slice(last + 1);
  const [first] = since;
  const accepted = writes[last];
  if (first === undefined || accepted === undefined || since.length < seenAtLeast) return null;
  if (!since.every(isServerFailure)) return null;
  return {
    kind: "violated",
    message: "A write as specified was accepted, and the server has failed at every one since then.",
    expected: ["2xx"],
    received: `${outcomeOf(first)}, each of ${since.length} times`,
    exchanges: [accepted.id, ...since.slice(0, seenAtLeast).map(({ id }) => id)],
    isLasting: true,
  };
}
