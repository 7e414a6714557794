import type { ErrorCode, Outcome } from "./error-codes.ts";

/** Why a failed attempt is not retried. */
export type StopReason =
  | "final"
  | "not-repeatable"
  | "retries-used"
  | "retry-after-too-long"
  | "key-too-old"
  | "deadline-too-near"
  | "retry-budget-empty";

/**
 * What the client reports about its work. Every field is listed here by name: no request or response
 * is copied as a whole, so no header, body, query or URL can slip in.
 */
export interface ClientEvents {
  /** A call begins. */
  readonly "call:start": CallEvent & {
    /** Path template, for example /v1/thing/{id}. */
    readonly path: string;
    readonly method: string;
    /** Scheme, host and port. */
    readonly origin: string;
  };
  /** A call ends, successfully or with an error. */
  readonly "call:end": CallEvent & {
    readonly status?: number | undefined;
    /** Absent if the call succeeded. */
    readonly code?: ErrorCode | undefined;
    readonly attempts: number;
    readonly durationMs: number;
    readonly idempotencyKey?: string | undefined;
    readonly outcome?: Outcome | undefined;
    readonly requestId?: string | undefined;
  };
  /** A request is about to be sent. */
  readonly "attempt:start": AttemptEvent & {
    /** Timestamp that was signed, Unix time in seconds. */
    readonly timestamp?: number | undefined;
  };
  /** An attempt ends: its response has been read, or it failed. */
  readonly "attempt:end": AttemptEvent & {
    readonly status?: number | undefined;
    readonly code?: ErrorCode | undefined;
    readonly durationMs: number;
    readonly requestId?: string | undefined;
  };
  /** A failed attempt will be retried. */
  readonly retry: AttemptEvent & {
    readonly reason: "transient" | "renew-token" | "correct-clock" | "await-key";
    readonly code: ErrorCode;
    readonly status?: number | undefined;
    readonly waitMs: number;
    /** Remaining retry budget. */
    readonly budgetLeft: number;
  };
  /** A failed attempt will not be retried. */
  readonly "retry:stop": AttemptEvent & {
    readonly because: StopReason;
    readonly code: ErrorCode;
    readonly status?: number | undefined;
  };
  /** Something happened to the access token. */
  readonly token: {
    readonly what: "granted" | "shared" | "refused" | "renewal-failed" | "store-failed" | "scopes-missing";
    /** When it expires, in milliseconds since 1970. */
    readonly expiresAt?: number | undefined;
    /** Name of the error, or names of the missing scopes. */
    readonly detail?: string | undefined;
  };
  /** The server's clock differs from the local one by 30 s or more; a correction is tried, and may fail. */
  readonly clock: CallEvent & {
    readonly what: "skew-seen" | "correction-tried" | "corrected" | "correction-taken-back";
    /** Server time minus local time, in milliseconds. */
    readonly offsetMs: number;
  };
  /** A response does not match its schema (`validateResponses: "warn"`), or contains a changed number. */
  readonly shape: CallEvent & {
    /** Locations and rules, without values. */
    readonly differences: readonly string[];
  };
}

interface CallEvent {
  /** The same in all events of a call. */
  readonly callId: string;
  /** operationId of the description. */
  readonly operation: string;
}

interface AttemptEvent extends CallEvent {
  /** 1 for the first request of a call. */
  readonly attempt: number;
}

/** Name of an event. */
export type EventName = keyof ClientEvents;

/** Reports an event and never throws. The event is only created if there is a listener, and
 * undefined fields are left out. */
export type Report = <N extends EventName>(name: N, event: () => ClientEvents[N]) => void;
