/** Writes as specified that a server does not take, although it has accepted one: pure decisions. */
import { api } from "../../../../generated/operations.ts";
import { headerOf } from "../../../base/headers.ts";
import { type Exchange, isServerFailure, outcomeOf, succeeded } from "../../../wire/exchange.ts";
import { contradictsByStatus, isGone } from "../../kit/refused-as-specified.ts";
import type { Fact } from "../../kit/verdict.ts";
import type { WriteOperation } from "../write-form.ts";

/** As often as it has to be seen: now and then, something in front of the server may answer. */
const refusedAtLeast = 3;

/**
 * The fact that writes as specified were answered as if there were no such method or media type, although one was
 * accepted before; null where that was not seen. A failure (5xx) may pass, and is not counted.
 */
export function refusedNowAndThen(log: readonly Exchange[], operation: WriteOperation): Fact | null {
  const keys = new Set<string>();
  const isFirstOfKey = ({ request }: Exchange) => {
    const key = headerOf(request.headers, api.headers.idempotencyKey) ?? "";
    return keys.size < keys.add(key).size;
  };
  const writes = log.filter(
    (one) => one.operation === operation && isFirstOfKey(one) && one.alteration === null,
  );
  const isOfSame = (one: Exchange, other: Exchange) => one.request.url === other.request.url;
  const refused = writes.filter((one, index) => {
    const isAcceptedIn = (some: readonly Exchange[]) =>
      some.some((other) => isOfSame(one, other) && succeeded(other));
    return (
      contradictsByStatus(one, operation === "replaceCardLimits") &&
      (one.response?.status ?? 500) < 500 &&
      isAcceptedIn(writes.slice(0, index)) &&
      (!isGone(one) || isAcceptedIn(writes.slice(index)))
    );
  });
  const [first] = refused;
  if (first === undefined || refused.length < refusedAtLeast) return null;
  return {
    kind: "violated",
    message: "Writes as specified were refused as if the server did not know them, and others were accepted.",
    expected: ["2xx"],
    received: `${outcomeOf(first)}, ${refused.length} of ${writes.length} times`,
    exchanges: refused.slice(0, refusedAtLeast).map(({ id }) => id),
    isLasting: true,
  };
}

/** A failure may pass: it has to be seen this often in a row, with no write accepted afterwards. */
const failuresAtLeast = 8;

/** The fact that all writes as specified since one that was accepted have failed; null where that was not seen. */
export function failingSince(log: readonly Exchange[], operation: WriteOperation): Fact | null {
  const writes = log.filter((one) => one.operation === operation && one.alteration === null);
  const last = writes.findLastIndex(succeeded);
  const since = writes.slice(last + 1);
  const [first] = since;
  const accepted = writes[last];
  if (first === undefined || accepted === undefined || since.length < failuresAtLeast) return null;
  if (!since.every(isServerFailure)) return null;
  return {
    kind: "violated",
    message: "A write as specified was accepted, and the server has failed at every one since then.",
    expected: ["2xx"],
    received: `${outcomeOf(first)}, each of ${since.length} times`,
    exchanges: [accepted.id, ...since.slice(0, failuresAtLeast).map(({ id }) => id)],
    isLasting: true,
  };
}
