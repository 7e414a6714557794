import type { Deps } from "../core/deps.ts";
import { ownError, PartnerCardError } from "../core/errors.ts";
import type { Token } from "../token/store.ts";
import { isTransient } from "./decide.ts";

/** Asks the token endpoint; the signal ends it. */
type RequestToken = (signal: AbortSignal) => Promise<Token>;

/** How long refused credentials are not tried again, in milliseconds. */
export const refusedForMs = 30_000;

/** Longest Retry-After of the token endpoint that is kept, in milliseconds. */
export const longestWaitMs = 5 * 60_000;

/**
 * Keeps what the token endpoint has said: while its Retry-After lasts (at most 5 minutes), and for 30 seconds
 * after it has refused the credentials, it is not asked again. Each call then fails at once, with the same
 * refusal and the time that is left.
 *
 * @param request - Asks the token endpoint.
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
