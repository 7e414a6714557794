/**
 * The possible values of an error's `code`, and on a write of its `outcome`.
 */

/** Codes of errors that are raised before anything is sent. */
export type RequestErrorCode =
  /** An option of `createClient` is missing or wrong. */
  | "invalid-configuration"
  /** The signing key cannot be used: format, type, size or passphrase. */
  | "invalid-signing-key"
  /** An argument of a call is wrong, for example an id that would leave its path segment. */
  | "invalid-argument"
  /** A body that would not mean what was written: undefined, NaN, an unsafe integer, an empty patch. */
  | "invalid-body"
  /** The idempotency key was already used with another method, path or body. */
  | "idempotency-conflict"
  /** The lifetime of the idempotency key has passed since its first use, so a retry could be applied again. */
  | "idempotency-expired"
  /** The request would have gone to another origin, or unencrypted. */
  | "destination-refused"
  /** The signer failed, or its signature does not match the public key. */
  | "signer-failed";

/** Codes of errors where no complete response arrived. */
export type ConnectionErrorCode =
  /** The caller's `AbortSignal` was aborted; `cause` is its reason. */
  | "aborted"
  /** One attempt took too long, and no retry was left. */
  | "attempt-timeout"
  /** The whole call took too long; `cause` is the last failure before that. */
  | "deadline-exceeded"
  /** Name resolution, connection, TLS or socket failed. */
  | "network"
  /** The response began and was cut short. */
  | "response-cut";

/** Codes of errors where a response arrived. */
export type ResponseErrorCode =
  /** 401: the token was refused, and so was a new one. */
  | "unauthorized"
  /** 429 after all retries, or with a Retry-After beyond the cap. */
  | "rate-limited"
  /** Any other 4xx. */
  | "refused"
  /** 5xx. */
  | "server-error"
  /** A status that is neither success nor error: 1xx, 304 and the like. */
  | "unexpected-status"
  /** A redirect; none is ever followed. */
  | "redirect-refused"
  /** The token endpoint refused the client credentials. */
  | "token-refused"
  /** The token response is not as specified. */
  | "token-invalid"
  /** A success response without the body that the operation requires. */
  | "response-empty"
  /** A body that is not JSON, for example the HTML page of a proxy. */
  | "response-not-json"
  /** JSON that does not match the description. */
  | "response-shape"
  /** A number that JavaScript would change, with `unsafeNumbers: "throw"`. */
  | "response-number"
  /** The body is larger than the client's limit. */
  | "response-too-large";

/** Codes of errors of a paginator. */
export type PaginationErrorCode =
  /** The server returned a cursor for the second time. */
  | "page-loop"
  /** More pages than `maxPages`. */
  | "page-limit";

/** Every `code`; stable, so a `switch` over it can be exhaustive. */
export type ErrorCode = RequestErrorCode | ConnectionErrorCode | ResponseErrorCode | PaginationErrorCode;

/**
 * What is known about a write that failed.
 *
 * - `not-sent`: nothing was sent that the server could have applied
 * - `rejected`: the server refused it, and nothing was changed
 * - `unknown`: it may have been applied; call again with the same `idempotencyKey` within its lifetime
 *
 * It covers all requests that this client has sent with this key, by any call: while another call with the
 * key is in progress, or after one ended without a response or with success, a refusal does not prove that
 * nothing was changed. If the key comes from another process, what that process sent is not known here.
 *
 * @see Specification, Authentication, 9: Idempotency-Key.
 */
export type Outcome = "not-sent" | "rejected" | "unknown";
