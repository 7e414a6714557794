/** Data used by the steps of a call: what all calls of a client share, and the state of one call. */
import type { Operation } from "../../generated/operations.ts";
import type { Ending } from "../core/abort.ts";
import type { Deadline } from "../core/deadline.ts";
import type { Deps } from "../core/deps.ts";
import type { Outcome } from "../core/error-codes.ts";
import type { PartnerCardError } from "../core/errors.ts";
import type { Report } from "../core/events.ts";
import type { ResponseContext } from "../http/response.ts";
import type { WireRequest, WireResponse } from "../http/send.ts";
import type { BaseUrl } from "../request/base-url.ts";
import type { Signer } from "../signature/signer.ts";
import type { TokenSource } from "../token/source.ts";
import type { KeyLedger, KeyUse } from "./idempotency.ts";
import type { RetryBudget } from "./retry-budget.ts";

/** What all calls of a client share. */
export interface ClientContext {
  readonly deps: Deps;
  readonly report: Report;
  readonly base: BaseUrl;
  readonly send: (request: WireRequest, ending: Ending) => Promise<WireResponse>;
  readonly tokens: TokenSource;
  /** Undefined in a read-only client. */
  readonly signer: Signer | undefined;
  /** Which path is signed: starting at the version prefix, or including the prefix of the base URL. */
  readonly signaturePath: "api" | "full";
  readonly clock: SigningClock;
  readonly keys: KeyLedger;
  readonly budget: RetryBudget;
  /** Values that must not appear in any error. */
  readonly secrets: readonly string[];
}

/** The clock used for signing: local time plus the offset that has proved correct. */
export interface SigningClock {
  /** Milliseconds to add to the local time. */
  offsetMs: number;
  /** Last difference that was reported, so that a wrong clock is not reported on every response. */
  seenMs: number;
}

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

/** Reads the data of a response, or throws an error saying what is wrong with it. */
export type Read<T> = (response: WireResponse, context: ReadContext) => T | Promise<T>;

/** What a reader may need besides the response. */
export interface ReadContext extends ResponseContext {
  readonly operation: Operation;
  readonly callId: string;
  /** Local time at which the request was sent, milliseconds since 1970. */
  readonly sentAt: number;
}

/** State of a call, kept between its attempts. */
export interface CallState {
  readonly id: string;
  readonly operation: Operation;
  /** Monotonic clock, milliseconds. */
  readonly startedAt: number;
  readonly deadline: Deadline;
  /** The same on all attempts. */
  key: { readonly value: string; readonly reused: boolean; readonly use: KeyUse | undefined } | undefined;
  /** Number of requests started. */
  attempts: number;
  /** Number of attempts that counted as retries. */
  retries: number;
  /** Number of retries that failed with an error worth another retry. */
  failedRetries: number;
  tokenRefreshed: boolean;
  /** The clock has been corrected with the current token. */
  clockCorrected: boolean;
  /** Correction that this call tries; adopted by the client if it proves correct. */
  tried: { readonly offsetMs: number; readonly refusal: PartnerCardError } | undefined;
  /** What is known about the write so far, from the attempts of this call. */
  outcome: Outcome | undefined;
  /** Values of this call that must not appear in an error. */
  readonly secrets: string[];
  /** The current attempt, or the last one. */
  attempt: AttemptState;
}

/** State of one attempt. */
export interface AttemptState {
  /** The request was passed to the transport. */
  sent?: boolean;
  token?: string;
  /** Timestamp that was signed, Unix time in seconds. */
  timestamp?: number;
  reading?: ClockReading | undefined;
}

/** What one response says about the clocks. */
export interface ClockReading {
  /** Server time minus local time at the middle of the exchange, in milliseconds. */
  readonly offsetMs: number;
  /** Server time minus the time that was signed, in milliseconds. */
  readonly signedAgeMs: number | undefined;
}

/** Every value that must not appear in an error of the call. */
export function secretsOf(context: Pick<ClientContext, "secrets">, call: CallState): readonly string[] {
  return [...context.secrets, ...call.secrets];
}
