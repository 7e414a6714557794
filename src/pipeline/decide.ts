import type { PartnerCardError } from "../core/errors.ts";
import type { StopReason } from "../core/events.ts";
import { isPermanent } from "../http/failure.ts";
import { mayBeTheClock } from "./clock.ts";
import { idempotencyWindowMs } from "./idempotency.ts";

/** What a call does after a failed attempt. */
export type Decision = { readonly kind: "stop"; readonly because: StopReason } | Continuation;

/**
 * Another attempt, after `waitMs` milliseconds. Only `retry` counts as a retry: a token is refreshed once per
 * call, the clock is corrected once per token, and another call with the same key ends within its deadline.
 */
export interface Continuation {
  readonly kind: "renew-token" | "correct-clock" | "await-key" | "retry";
  readonly waitMs: number;
}

/** Everything a decision depends on. */
export interface Situation {
  readonly error: PartnerCardError;
  /** The operation sends a token, and the refused one has not been refreshed in this call. */
  readonly canRefreshToken: boolean;
  /** The timestamp is the likely cause, and the clock has not been corrected in this call. */
  readonly canCorrectClock: boolean;
  /** Sending the request twice is harmless: a read, the token request, a write with a key. */
  readonly repeatable: boolean;
  readonly retriesLeft: number;
  /** Age of the idempotency key; 0 if there is none. */
  readonly keyAgeMs: number;
  /** Another call of this client is using the key. */
  readonly keyBusy: boolean;
  /** A request with this key, of this call or another one, got no response. */
  readonly keyUnresolved: boolean;
  /** Wait proposed by the back-off. */
  readonly backoffMs: number;
  /** Longest Retry-After that is honoured. */
  readonly retryAfterCapMs: number;
  /** Time left for the whole call. */
  readonly remainingMs: number;
  /** The caller's decision on whether an error is retried. */
  readonly retryable: (error: PartnerCardError) => boolean;
  /** The retry budget of the client allows another retry. */
  readonly budgetAllows: boolean;
}

/** Statuses that may be temporary. 501 and 505 are not included. */
const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Failures without a complete response that may be temporary. */
const transientCodes: ReadonlySet<string> = new Set(["network", "attempt-timeout", "response-cut"]);

/** Decides what is retried unless the caller says otherwise. */
export function isTransient(error: PartnerCardError): boolean {
  if (transientCodes.has(error.code)) return !isPermanent(error);
  return error.status !== undefined && transientStatuses.has(error.status);
}

/**
 * Decides what a call does after a failed attempt. The clock comes before the token: a wrong timestamp
 * may also be refused with 401, and then a new token does not help.
 */
export function decide(situation: Situation): Decision {
  const { error, remainingMs } = situation;
  const stop = (because: StopReason): Decision => ({ kind: "stop", because });
  if (error.code === "aborted" || error.code === "deadline-exceeded") return stop("final");
  if (situation.keyAgeMs >= idempotencyWindowMs) return stop("key-too-old");
  const { status } = error;
  const asked = error.retryAfterMs ?? 0;
  const after = (kind: Continuation["kind"], waitMs: number): Decision => {
    // A shorter wait would be too early, and hours are too long to wait: the error carries the value.
    if (asked > situation.retryAfterCapMs) return stop("retry-after-too-long");
    return waitMs > 0 && waitMs >= remainingMs ? stop("deadline-too-near") : { kind, waitMs };
  };
  if (situation.canCorrectClock && mayBeTheClock(error)) return after("correct-clock", asked);
  if (situation.canRefreshToken && status === 401) return after("renew-token", asked);
  // 409: the key is in progress, so the result of the write is not known yet.
  if (status === 409 && situation.keyBusy) return after("await-key", asked);
  if (!isWorthRetry(situation)) return stop("final");
  if (!situation.repeatable) return stop("not-repeatable");
  if (situation.retriesLeft <= 0) return stop("retries-used");
  if (!situation.budgetAllows) return stop("retry-budget-empty");
  return after("retry", Math.max(asked, situation.backoffMs));
}

/** Tells whether the same request may succeed later: after a temporary failure, or once the key is free. */
export function isWorthRetry({
  error,
  keyUnresolved,
  retryable,
}: Pick<Situation, "error" | "keyUnresolved" | "retryable">): boolean {
  return (error.status === 409 && keyUnresolved) || retryable(error);
}

/**
 * Wait before a retry: exponential with full jitter, so that clients that failed together do not retry
 * together.
 *
 * @param retry - 1 for the first retry.
 * @param baseMs - Maximum of the first wait, in milliseconds.
 * @param capMs - Maximum of any wait, in milliseconds.
 * @param random - Uniform random number in [0, 1).
 * @returns Milliseconds.
 */
export function backoff(retry: number, baseMs: number, capMs: number, random: number): number {
  return Math.floor(random * Math.min(capMs, baseMs * 2 ** (retry - 1)));
}
