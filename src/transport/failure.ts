import { ConnectionError, PartnerCardError } from "../errors.ts";
import { scrub } from "../redact.ts";

/** How deep a chain of causes is followed. */
const depth = 5;

/**
 * Turns whatever an attempt threw into an error of the client, free of the request's secrets.
 *
 * @param error - What was thrown; of a replaced transport or signer it can be anything.
 * @param secrets - Values that must not appear in a message, a stack or a cause.
 */
export function asFailure(error: unknown, secrets: readonly string[]): PartnerCardError {
  if (!(error instanceof PartnerCardError)) {
    const code = codeOf(error);
    const why = code === undefined ? "" : `: ${code}`;
    return new ConnectionError("network", scrub(`The transport failed${why}.`, secrets), {
      cause: safeCause(error, secrets),
    });
  }
  // The reason of an abort is the caller's own object, and stays what it is.
  if (error.code === "aborted" || !(error.cause instanceof Error)) return error;
  const cause = error.cause instanceof PartnerCardError ? error.cause : safeCause(error.cause, secrets);
  Object.defineProperty(error, "cause", { value: cause, configurable: true, writable: true });
  return error;
}

/**
 * Codes of failures before the first byte of a request is sent: name resolution, connection, certificate.
 * A write that ends so has changed nothing.
 */
const beforeSending =
  /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS|ERR_SSL/;

/** Tells whether a failure certainly happened before the request was sent. */
export function failedBeforeSending(error: PartnerCardError): boolean {
  if (error.code !== "network") return false;
  const code = codeOf(error.cause);
  return code !== undefined && (beforeSending.test(code) || certificate.test(code));
}

/** Tells whether trying again is useless: a certificate does not become valid by itself. */
export function isPermanent(error: PartnerCardError): boolean {
  return error.code === "network" && certificate.test(codeOf(error.cause) ?? "");
}

/** What a code looks like; of a replaced transport it may be anything. */
const plainCode = /^[A-Za-z][A-Za-z0-9_]{0,60}$/;

/** The first `code` in a chain of causes: fetch hides the socket's error beneath its own. */
export function codeOf(error: unknown): string | undefined {
  let current = error;
  for (let level = 0; level < depth && current instanceof Error; level++) {
    if ("code" in current && typeof current.code === "string" && plainCode.test(current.code)) {
      return current.code;
    }
    if (current instanceof AggregateError && current.errors.length > 0) current = current.errors[0];
    else current = current.cause;
  }
  return undefined;
}

/** A copy of a foreign error by name, code, message and stack: such errors often carry the whole request. */
export function safeCause(error: unknown, secrets: readonly string[], level = 0): unknown {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const copy: Error & { code?: string } = new Error(scrub(error.message, secrets));
  Object.defineProperty(copy, "name", { value: error.name, configurable: true, writable: true });
  if (typeof error.stack === "string") copy.stack = scrub(error.stack, secrets);
  if ("code" in error && typeof error.code === "string") copy.code = scrub(error.code, secrets);
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  if (inner !== undefined && level < depth) copy.cause = safeCause(inner, secrets, level + 1);
  return copy;
}
