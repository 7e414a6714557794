import type { Operation } from "../../generated/operations.ts";
import type { Deadline } from "../core/deadline.ts";
import type { Outcome } from "../core/error-codes.ts";
import type { PartnerCardError } from "../core/errors.ts";
import type { AnswerContext } from "../http/response.ts";
import type { Reply } from "../http/fetch-send.ts";
import type { ClockReading } from "./clock.ts";
import type { KeyUse } from "./idempotency.ts";

/** How one call is to be made. */
export interface CallSettings {
  readonly totalMs: number;
  readonly attemptMs: number;
  readonly maxRetries: number;
  readonly baseMs: number;
  readonly capMs: number;
  readonly retryAfterCapMs: number;
  readonly retryable: (error: PartnerCardError) => boolean;
  readonly signal: AbortSignal | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Takes the data out of an answer, or throws what is wrong with it. */
export type Read<T> = (reply: Reply, context: ReadContext) => T;

/** What a reader may need besides the answer. */
export interface ReadContext extends AnswerContext {
  readonly operation: Operation;
  readonly callId: string;
  /** Local time at which the request was sent, milliseconds since 1970. */
  readonly sentAt: number;
}

/** What a call ends with when it succeeds. */
export interface Answer<T> {
  readonly data: T;
  readonly reply: Reply;
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
  /** Found when asked for: making sure that it is no secret costs more than the rest of an answer. */
  readonly requestId: () => string | undefined;
}

/** What a call knows about itself between its attempts. */
export interface CallState {
  readonly id: string;
  readonly operation: Operation;
  /** Monotonic clock, milliseconds. */
  readonly startedAt: number;
  readonly deadline: Deadline;
  /** The same on all attempts. */
  key: { readonly value: string; readonly reused: boolean; readonly use: KeyUse | undefined } | undefined;
  /** Requests that were started. */
  attempts: number;
  /** Attempts that counted as retries. */
  retries: number;
  /** Attempts after a retry that failed in a way that is worth another one. */
  failedRetries: number;
  tokenRenewed: boolean;
  /** The clock has been corrected with the present token. */
  clockCorrected: boolean;
  /** Correction that this call tries; adopted by the client when it proves right. */
  tried: { readonly offsetMs: number; readonly refusal: PartnerCardError } | undefined;
  /** What is known of the write so far, by the attempts of this call. */
  outcome: Outcome | undefined;
  /** Values of this call that must not get into an error. */
  readonly secrets: string[];
  /** The attempt under way, or the last one. */
  attempt: AttemptState;
}

/** What an attempt knows about itself. */
export interface AttemptState {
  /** The request was handed to the transport. */
  sent: boolean;
  token: string | undefined;
  /** Timestamp that was signed, Unix time in seconds. */
  timestamp: number | undefined;
  reading: ClockReading | undefined;
}

/** An attempt before its first step. */
export function newAttempt(): AttemptState {
  return { sent: false, token: undefined, timestamp: undefined, reading: undefined };
}
