import { wrongArgument } from "../core/checks.ts";
import type { Outcome } from "../core/error-codes.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { failedBeforeSending } from "../http/failure.ts";
import type { Outgoing } from "../request/build.ts";
import type { CallSettings, CallState, ClientContext } from "./context.ts";
import { checkKeyAge } from "./idempotency.ts";

/**
 * Adds the idempotency key, where the operation takes one: the caller's, or a fresh UUID. It is made once per
 * call, so that all attempts carry the same.
 *
 * @throws RequestError `idempotency-conflict`, `idempotency-expired` or `invalid-argument`.
 * @see Specification, Authentication, 9: Idempotency-Key.
 */
export function addKey(
  context: ClientContext,
  call: CallState,
  request: Outgoing,
  settings: CallSettings,
): Outgoing {
  const header = request.operation.idempotent;
  if (header === null) {
    if (settings.idempotencyKey === undefined) return request;
    throw wrongArgument("idempotencyKey", `is not taken by ${request.operation.id}; leave it out`);
  }
  // The description has the key as a header parameter, so it may also come as one.
  const { [header.toLowerCase()]: parameter, ...headers } = request.headers;
  const given = settings.idempotencyKey ?? parameter;
  const value = given ?? context.deps.uuid();
  const reused = given !== undefined;
  // Set before it is registered, so that a refused key stands on the error.
  call.key = { value, reused, use: undefined };
  const now = context.deps.now();
  const use = context.keys.begin(value, [request.method, request.url, request.body ?? ""], now);
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
  return call.key?.use?.mayBeApplied ? "unknown" : (call.outcome ?? "not-sent");
}

/** Lets go of the key, and leaves behind what this call knows of the write. */
export function releaseKey(call: CallState, succeeded: boolean): void {
  call.key?.use?.finish(succeeded ? "applied" : call.outcome === "unknown" ? "unknown" : "unchanged");
}

/**
 * What is known of a write after one failed attempt.
 *
 * A refusal (4xx) has changed nothing, except that 408 and 409 may speak of a request that the server did
 * process, an earlier one with the same key. Every other response, and none, leaves it open.
 *
 * @param sent - The request was handed to the transport.
 * @param reused - The key was used before this attempt, by an earlier one or an earlier call.
 */
export function attemptOutcome(sent: boolean, error: PartnerCardError, reused: boolean): Outcome {
  if (!sent || failedBeforeSending(error)) return "not-sent";
  const { status } = error;
  if (status === undefined || status < 400 || status > 499 || status === 408) return "unknown";
  return status === 409 && reused ? "unknown" : "rejected";
}

/**
 * What is known after one more attempt: one that may have been applied is not undone by a later refusal.
 *
 * @param before - After the attempts before; undefined for the first one.
 */
export function combineOutcomes(before: Outcome | undefined, now: Outcome): Outcome {
  if (before === "unknown" || now === "unknown") return "unknown";
  return before === "rejected" ? "rejected" : now;
}
