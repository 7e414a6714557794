import type { Outcome } from "../core/error-codes.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { failedBeforeSending } from "../http/failure.ts";

/** What one attempt of a write left behind. */
export interface AttemptTrace {
  /** The request was handed to the transport. */
  readonly sent: boolean;
  readonly error: PartnerCardError;
}

/**
 * What is known of a write after one failed attempt.
 *
 * A refusal (4xx) has changed nothing, except that 408 and 409 may speak of a request that the server did
 * process, an earlier one with the same key. Every other answer and every silence leaves it open.
 *
 * @param trace - The attempt.
 * @param reused - The key was used before this attempt, by an earlier one or an earlier call.
 */
export function attemptOutcome({ sent, error }: AttemptTrace, reused: boolean): Outcome {
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
