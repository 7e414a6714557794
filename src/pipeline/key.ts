import { wrongArgument } from "../core/checks.ts";
import type { Outcome } from "../core/error-codes.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { failedBeforeSending } from "../http/failure.ts";
import type { Outgoing } from "../request/build.ts";
import type { CallSettings, CallState, ClientContext } from "./context.ts";
import { checkKeyAge } from "./idempotency.ts";

/**
 * Adds the idempotency key, if the operation takes one: the caller's, or a new UUID. It is created once per
 * call, so that all attempts send the same key.
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
  // The description defines the key as a header parameter, so it may also be passed as one.
  const { [header.toLowerCase()]: parameter, ...headers } = request.headers;
  const given = settings.idempotencyKey ?? parameter;
  const value = given ?? context.deps.uuid();
  const reused = given !== undefined;
  // Set before it is registered, so that the error shows a refused key.
  call.key = { value, reused, use: undefined };
  const now = context.deps.now();
  const use = context.keys.begin(value, [request.method, request.url, request.body ?? ""], now);
  // Set before the age is checked: even if it is too late to retry, an earlier attempt may have been applied.
  call.key = { value, reused, use };
  checkKeyAge(use.since, now);
  return { ...request, headers: { ...headers, [header]: value } };
}

/**
 * What is known about the write, from this call and all others with its key.
 *
 * @returns Undefined if the operation is not a write that takes a key.
 */
export function outcomeOf(call: CallState): Outcome | undefined {
  if (call.operation.idempotent === null) return undefined;
  return call.key?.use?.mayBeApplied ? "unknown" : (call.outcome ?? "not-sent");
}

/** Releases the key, and records what this call knows about the write. */
export function releaseKey(call: CallState, succeeded: boolean): void {
  call.key?.use?.finish(succeeded ? "applied" : call.outcome === "unknown" ? "unknown" : "unchanged");
}

/**
 * What is known about a write after one failed attempt.
 *
 * A refusal (4xx) has changed nothing, except that 408 and 409 may refer to an earlier request with the
 * same key that the server did process. Any other response, or no response, leaves the outcome unknown.
 *
 * @param sent - The request was passed to the transport.
 * @param reused - The key was used before this attempt, by an earlier one or an earlier call.
 */
export function attemptOutcome(sent: boolean, error: PartnerCardError, reused: boolean): Outcome {
  if (!sent || failedBeforeSending(error)) return "not-sent";
  const { status } = error;
  if (status === undefined || status < 400 || status > 499 || status === 408) return "unknown";
  return status === 409 && reused ? "unknown" : "rejected";
}

/**
 * What is known after another attempt: a later refusal does not undo one that may have been applied.
 *
 * @param before - Outcome after the previous attempts; undefined for the first one.
 */
export function combineOutcomes(before: Outcome | undefined, now: Outcome): Outcome {
  if (before === "unknown" || now === "unknown") return "unknown";
  return before === "rejected" ? "rejected" : now;
}
