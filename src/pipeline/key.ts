import type { Outcome } from "../core/error-codes.ts";
import { RequestError } from "../core/errors.ts";
import type { Outgoing } from "../request/build.ts";
import type { CallSettings, CallState } from "./call.ts";
import { checkKeyAge } from "./idempotency.ts";
import type { Parts } from "./context.ts";

/**
 * Adds the idempotency key, where the operation takes one: the caller's, or a fresh UUID. It is made once per
 * call, so that all attempts carry the same.
 *
 * @throws RequestError `idempotency-conflict`, `idempotency-expired` or `invalid-argument`.
 * @see Specification, Authentication, 9: Idempotency-Key.
 */
export function addKey<R extends Outgoing>(
  parts: Parts,
  call: CallState,
  request: R,
  settings: CallSettings,
): R {
  const header = request.operation.idempotent;
  if (header === null) {
    if (settings.idempotencyKey === undefined) return request;
    throw new RequestError(
      "invalid-argument",
      `${request.operation.id} takes no idempotency key; leave idempotencyKey out.`,
      { cause: { argument: "idempotencyKey" } },
    );
  }
  // The description has the key as a header parameter, so it may also come as one.
  const { [header.toLowerCase()]: parameter, ...headers } = request.headers;
  const given = settings.idempotencyKey ?? parameter;
  const value = given ?? parts.deps.uuid();
  const reused = given !== undefined;
  // Set before the claim, so that a refused key stands on the error.
  call.key = { value, reused, use: undefined };
  const now = parts.deps.now();
  const use = parts.keys.claim(value, [request.method, request.url, request.body ?? ""], now);
  // Set before the age is judged: too late for another attempt, an earlier one may still have been applied.
  call.key = { value, reused, use };
  checkKeyAge(use.since, now);
  return { ...request, headers: { ...headers, [header]: value } };
}

/**
 * What is known of the write, by this call and by all others under its key.
 *
 * @returns Undefined where the operation is no write that takes a key.
 */
export function outcomeOf(call: CallState): Outcome | undefined {
  if (call.operation.idempotent === null) return undefined;
  return call.key?.use?.open ? "unknown" : (call.outcome ?? "not-sent");
}

/** Lets go of the key, and leaves behind what this call knows of the write. */
export function releaseKey(call: CallState, succeeded: boolean): void {
  call.key?.use?.end(succeeded ? "applied" : call.outcome === "unknown" ? "unknown" : "unchanged");
}
