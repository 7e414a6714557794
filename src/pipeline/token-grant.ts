import { api, operations } from "../../generated/operations.ts";
import type { Deps } from "../core/deps.ts";
import { ownError, PartnerCardError } from "../core/errors.ts";
import { scrub } from "../core/redact.ts";
import { isSuccess, statusError } from "../http/response.ts";
import { accepted } from "../request/build.ts";
import { type ClientCredentials, parseTokenResponse, tokenForm } from "../token/request.ts";
import type { Token } from "../token/store.ts";
import type { CallSettings, ClientContext, Read } from "./context.ts";
import { isTransient } from "./decide.ts";
import { perform } from "./index.ts";

/**
 * The token request, made like any other call: with deadline, retries and guards, but without a token.
 *
 * @param settings - Settings of the client. A request that other calls wait for too is not ended by one
 *   caller's signal, but by the signal that the returned function takes.
 * @see Specification, Endpoints, POST /v1/oauth/token.
 */
export function grantRequest(
  context: Omit<ClientContext, "tokens">,
  credentials: ClientCredentials,
  settings: CallSettings,
): RequestToken {
  const { base, report, secrets } = context;
  const operation = operations[api.token];
  const read: Read<Token> = (response, reading) => {
    if (!isSuccess(response)) throw statusError(response, reading);
    const type = response.headers.get("content-type");
    const grant = parseTokenResponse(
      response.status,
      type === null ? null : scrub(type, secrets),
      response.text,
    );
    const missing = credentials.scopes.filter((scope) => grant.scopes?.includes(scope) === false);
    if (missing.length > 0) report("token", () => ({ what: "scopes-missing", detail: missing.join(" ") }));
    const lifetimeMs = grant.expiresIn * 1000;
    // Counted from the time of sending: the server may have started counting at any time after that.
    return { value: grant.accessToken, expiresAt: reading.sentAt + lifetimeMs, lifetimeMs };
  };
  // It needs no token and must not ask for one: it would wait for itself.
  const tokens = {
    get: () => Promise.reject(new Error("no token for the token request")),
    refuse: () => undefined,
  };
  return async (signal) => {
    const outgoing = {
      operation,
      method: operation.method,
      url: base.href + operation.path,
      body: tokenForm(credentials),
      headers: { accept: accepted, "content-type": operation.mediaType },
    };
    return (await perform({ ...context, tokens }, outgoing, { ...settings, signal }, read)).data;
  };
}

/** Requests a token; the signal ends the request. */
type RequestToken = (signal: AbortSignal) => Promise<Token>;

/** How long refused credentials are not tried again, in milliseconds. */
const refusedForMs = 30_000;

/** Longest Retry-After of the token endpoint that is kept, in milliseconds. */
const longestWaitMs = 5 * 60_000;

/**
 * Remembers refusals of the token endpoint: until its Retry-After has passed (at most 5 minutes), and for 30
 * seconds after it refused the credentials, no token is requested. Each call then fails immediately, with the
 * same refusal and the remaining time.
 *
 * @param request - Requests a token.
 * @throws PartnerCardError of the request, or of an earlier one.
 */
export function rememberRefusals(deps: Deps, request: RequestToken): RequestToken {
  let last: { readonly error: PartnerCardError; readonly until: number } | undefined;
  return async (signal) => {
    const leftMs = last === undefined ? 0 : last.until - deps.monotonic();
    if (last !== undefined && leftMs > 0) throw ownError(last.error, "Not asked again yet", leftMs);
    try {
      return await request(signal);
    } catch (error) {
      const forMs = error instanceof PartnerCardError ? quietMs(error) : 0;
      if (error instanceof PartnerCardError && forMs > 0) last = { error, until: deps.monotonic() + forMs };
      throw error;
    }
  };
}

function quietMs(error: PartnerCardError): number {
  if (error.retryAfterMs !== undefined) return Math.min(error.retryAfterMs, longestWaitMs);
  return error.code === "token-refused" && !isTransient(error) ? refusedForMs : 0;
}
