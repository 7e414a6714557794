/**
 * Everything that the client throws. One base class, four subclasses, and a `code` that says what
 * happened. No message and no property ever holds a secret, a token, a key or a signature.
 */

import type {
  ConnectionErrorCode,
  ErrorCode,
  Outcome,
  PaginationErrorCode,
  RequestErrorCode,
  ResponseErrorCode,
} from "./error-codes.ts";
import { present } from "./present.ts";

/** Optional facts of an error besides its code and message. */
export interface ErrorFacts {
  /** The underlying failure of a lower layer, or the offending data. */
  readonly cause: unknown;
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly serverMessage?: string | undefined;
  readonly serverType?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly bodyExcerpt?: string | undefined;
}

/** What is known about the whole call when it ends. */
export interface CallFacts {
  readonly operation: string;
  readonly attempts: number;
  readonly elapsedMs: number;
  readonly idempotencyKey?: string | undefined;
  readonly outcome?: Outcome | undefined;
}

/** Set on the prototype, so that the stack starts with the name and no instance has it as a property. */
function nameOf(type: { readonly prototype: Error }, name: string): void {
  Object.defineProperty(type.prototype, "name", { value: name, configurable: true, writable: true });
}

/** Base class of everything that the client throws. */
export class PartnerCardError<Code extends ErrorCode = ErrorCode> extends Error {
  static {
    nameOf(PartnerCardError, "PartnerCardError");
  }
  /** What happened, as a stable string. */
  readonly code: Code;
  /** operationId of the request that failed. */
  declare readonly operation?: string;
  /** HTTP status of the last response. */
  declare readonly status?: number;
  /** `message` of the error body (named apart from `Error.message`). Specification, Resources: Error body. */
  declare readonly serverMessage?: string;
  /** `type` of the error body. Specification, Resources: Error body. */
  declare readonly serverType?: string;
  /** Request id from the server, to quote to its support. */
  declare readonly requestId?: string;
  /** The wait that Retry-After asked for, in milliseconds (RFC 9110, section 10.2.3). */
  declare readonly retryAfterMs?: number;
  /** Number of requests started. */
  readonly attempts: number = 0;
  /** Time from the start of the call to this error, in milliseconds. */
  readonly elapsedMs: number = 0;
  /** Key of the write; pass it again to finish a write whose outcome is unknown. */
  declare readonly idempotencyKey?: string;
  /** Set on writes. */
  declare readonly outcome?: Outcome;
  /**
   * Beginning of the response body. Not enumerable, because it may contain personal data: it must not get into
   * logs unintentionally.
   */
  declare readonly bodyExcerpt?: string;

  constructor(code: Code, message: string, facts: ErrorFacts) {
    const { cause, bodyExcerpt, ...others } = facts;
    super(message, { cause });
    this.code = code;
    Object.assign(this, present(others));
    if (bodyExcerpt !== undefined) {
      Object.defineProperty(this, "bodyExcerpt", { value: bodyExcerpt, enumerable: false });
    }
  }

  /** The error as data, without body excerpt, cause and stack. */
  toJSON(): Record<string, unknown> {
    const { name, message, ...facts } = this;
    return { name, message, ...facts };
  }
}

/** The client refused to send. Correct the call or the configuration. */
export class RequestError extends PartnerCardError<RequestErrorCode> {
  static {
    nameOf(RequestError, "RequestError");
  }
}

/** No complete response arrived. On a write, see `outcome`. */
export class ConnectionError extends PartnerCardError<ConnectionErrorCode> {
  static {
    nameOf(ConnectionError, "ConnectionError");
  }
}

/** A response arrived, but it is a refusal or unusable. */
export class ResponseError extends PartnerCardError<ResponseErrorCode> {
  static {
    nameOf(ResponseError, "ResponseError");
  }
  declare readonly status: number;
  constructor(code: ResponseErrorCode, message: string, facts: ErrorFacts & { readonly status: number }) {
    super(code, message, facts);
  }
}

/** Pagination cannot reach the end of the list. */
export class PaginationError extends PartnerCardError<PaginationErrorCode> {
  static {
    nameOf(PaginationError, "PaginationError");
  }
  /** Pages read before the error. */
  readonly pages: number;
  constructor(code: PaginationErrorCode, message: string, facts: ErrorFacts & { readonly pages: number }) {
    super(code, message, facts);
    this.pages = facts.pages;
  }
}

/**
 * Adds what is only known at the end of a call to the error that ended it.
 *
 * @param error - An error of this call; it is modified, so it must not be shared with another call.
 */
export function concludeError(error: PartnerCardError, facts: CallFacts): PartnerCardError {
  return Object.assign(error, present({ ...facts, operation: error.operation ?? facts.operation }));
}

/**
 * A separate error for each call that waited for the same thing, for example for a token.
 *
 * @param error - The shared error; it becomes the cause.
 * @param what - What is missing, at the start of the message.
 * @param retryAfterMs - The remaining wait, in milliseconds.
 */
export function ownError(
  error: PartnerCardError,
  what: string,
  retryAfterMs: number | undefined = error.retryAfterMs,
): PartnerCardError {
  const { code, message, operation, status, serverMessage, serverType, requestId } = error;
  const facts = { operation, status, serverMessage, serverType, requestId, retryAfterMs, cause: error };
  const type = error.constructor as new (
    code: ErrorCode,
    message: string,
    facts: ErrorFacts,
  ) => PartnerCardError;
  return new type(code, `${what}: ${message}`, facts);
}

/** Any error of the client, as a union, so that `switch (error.code)` narrows to the class. */
export type AnyPartnerCardError = RequestError | ConnectionError | ResponseError | PaginationError;

/**
 * Tells whether a caught value is an error of this client, and lets `switch (error.code)` narrow it.
 *
 * @param value - What was caught.
 */
export function isPartnerCardError(value: unknown): value is AnyPartnerCardError {
  return value instanceof PartnerCardError;
}
