import { ConnectionError, PartnerCardError } from "../core/errors.ts";
import { scrub } from "../core/redact.ts";

/** Maximum depth of a chain of causes. */
const depth = 5;

/**
 * Turns whatever an attempt threw into an error of the client, free of the request's secrets.
 *
 * @param error - What was thrown; a custom transport or signer can throw anything.
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
  // The reason of an abort is the caller's own object and is left unchanged.
  if (error.code === "aborted" || !(error.cause instanceof Error)) return error;
  const cause = error.cause instanceof PartnerCardError ? error.cause : safeCause(error.cause, secrets);
  Object.defineProperty(error, "cause", { value: cause, configurable: true, writable: true });
  return error;
}

/**
 * System calls made before a connection exists: connecting and name lookup. Other calls fail
 * with the same codes (a read with EHOSTUNREACH), and then the request may have been carried out.
 */
const beforeConnection = /^(connect|getaddrinfo|query[A-Z]\w*)$/;

/** Connection failures without a system call: those of undici and of Bun. */
const notConnected: ReadonlySet<string> = new Set(["UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused"]);

/**
 * Node's codes for a bad server certificate, always raised before the first byte of a request: OpenSSL's
 * names of verification errors (X509_V_ERR) and Node's own for a certificate of another host. An alert or an
 * unreadable record (ERR_SSL) is not included: it may come at any time.
 */
const badCertificate =
  /^(CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_C(ERT|RL)_|ERR_TLS_CERT_ALTNAME_INVALID$|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|PATH_LENGTH_|SELF_SIGNED_|UNABLE_TO_(DECODE|DECRYPT|GET|VERIFY)_)/;

/**
 * Tells whether a failure certainly happened before the request was sent, so that a write has changed
 * nothing. Only errors that name the failed step are certain; all others may have happened later.
 */
export function failedBeforeSending(error: PartnerCardError): boolean {
  return error.code === "network" && neverConnected(error.cause, 0);
}

function neverConnected(error: unknown, level: number): boolean {
  if (!(error instanceof Error) || level > depth) return false;
  // One attempt for each address of the host: all of them must have failed this way.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.every((each) => neverConnected(each, level + 1));
  }
  const code = ownCode(error);
  if (code === undefined) return neverConnected(error.cause, level + 1);
  const syscall = "syscall" in error && typeof error.syscall === "string" ? error.syscall : "";
  return beforeConnection.test(syscall) || notConnected.has(code) || badCertificate.test(code);
}

/** Tells whether trying again is useless: a certificate does not become valid by itself. */
export function isPermanent(error: PartnerCardError): boolean {
  return error.code === "network" && badCertificate.test(codeOf(error.cause) ?? "");
}

/** Format of a code; a custom transport may use anything. */
const plainCode = /^[A-Za-z][A-Za-z0-9_]{0,60}$/;

function ownCode(error: Error): string | undefined {
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && plainCode.test(code) ? code : undefined;
}

/** The first `code` in a chain of causes: fetch wraps the socket's error in its own. */
export function codeOf(error: unknown): string | undefined {
  let current = error;
  for (let level = 0; level < depth && current instanceof Error; level++) {
    const code = ownCode(current);
    if (code !== undefined) return code;
    if (current instanceof AggregateError && current.errors.length > 0) current = current.errors[0];
    else current = current.cause;
  }
  return undefined;
}

/**
 * A copy of a foreign error with only name, code, system call, message and stack: such errors often carry the
 * whole request.
 */
export function safeCause(error: unknown, secrets: readonly string[], level = 0): unknown {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const clean = (text: unknown) => (typeof text === "string" ? scrub(text, secrets) : "");
  const inner = (cause: unknown) => safeCause(cause, secrets, level + 1);
  const several = error instanceof AggregateError && level < depth;
  const copy: Error & { code?: string; syscall?: string } = several
    ? new AggregateError(error.errors.map(inner), clean(error.message))
    : new Error(clean(error.message));
  Object.defineProperty(copy, "name", { value: clean(error.name), configurable: true, writable: true });
  if (typeof error.stack === "string") copy.stack = clean(error.stack);
  if ("code" in error && typeof error.code === "string") copy.code = clean(error.code);
  if ("syscall" in error && typeof error.syscall === "string") copy.syscall = clean(error.syscall);
  if (error.cause !== undefined && level < depth) copy.cause = inner(error.cause);
  return copy;
}
