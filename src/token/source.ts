import type { Deadline } from "../core/deadline.ts";
import type { Deps } from "../core/deps.ts";
import { PartnerCardError } from "../core/errors.ts";
import type { Report } from "../core/events.ts";
import { flightOf } from "./flight.ts";
import type { SharedToken } from "./shared.ts";
import type { Token } from "./store.ts";

/** Provides tokens to calls. */
export interface TokenSource {
  /**
   * A token that is valid for a while; at most one token request is in progress at any time.
   *
   * @param deadline - Deadline of the call that waits for it.
   */
  get(deadline: Deadline): Promise<string>;
  /** Reports that the server refused this token. A different one, fetched meanwhile, is kept. */
  refuse(token: string): void;
}

/** What a token source works with. */
export interface TokenParts {
  readonly deps: Deps;
  readonly report: Report;
  /** Requests a token, with its own retries and deadline; the signal ends it. */
  readonly request: (signal: AbortSignal) => Promise<Token>;
  /** Undefined if there is no shared store. */
  readonly shared: SharedToken | undefined;
}

/** Pause after a failed background refresh, in milliseconds. */
const pauseAfterFailureMs = 5_000;

/** How long calls wait for a refresh while the old token is still valid, in milliseconds. */
const patienceMs = 1_000;

/** Number of refused tokens remembered, so that a store cannot bring them back. */
const refusedKept = 16;

/**
 * Keeps one token for all calls of a client: fetched once, refreshed before it expires, dropped when refused.
 *
 * @see Specification, Authentication, 3 to 5.
 */
export function tokenSource({ deps, report, request, shared }: TokenParts): TokenSource {
  let current: Token | undefined;
  let refreshingSince = 0;
  let quietUntil = Number.NEGATIVE_INFINITY;
  const refused = new Set<string>();

  const usable = (token: Token) =>
    !refused.has(token.value) && deps.now() < refreshWindows(token).blockingFrom;
  const ahead = (token: Token) =>
    !refused.has(token.value) && deps.now() < refreshWindows(token).backgroundFrom;

  /** Single flight: a call that comes while a request is in progress waits for its result. */
  const refresh = flightOf(async (signal, deadline) => {
    refreshingSince = deps.monotonic();
    const token = await (shared === undefined
      ? request(signal)
      : shared(request, ahead, signal, deadline.remaining()));
    // The endpoint may issue the same token again; then the refusal had another reason.
    refused.delete(token.value);
    current = token;
    report("token", () => ({ what: "granted", expiresAt: token.expiresAt }));
    return token;
  });

  const lives = (token: Token) => token === current && deps.now() < token.expiresAt;

  /** The new token, or the old one if it is still valid and the refresh takes long. */
  function refreshedOr(token: Token | undefined, deadline: Deadline): Promise<Token> {
    const refreshed = refresh.join(deadline);
    if (token === undefined || !lives(token)) return refreshed;
    return new Promise((resolve, reject) => {
      const giveUp = () => lives(token) && resolve(token);
      const sinceMs = deps.monotonic() - refreshingSince;
      // A call with little time gives the refresh a quarter of it.
      const leftMs = Math.min(patienceMs - sinceMs, deadline.remaining() / 4);
      if (leftMs <= 0) giveUp();
      const cancel = deps.timeout(Math.max(0, leftMs), giveUp);
      refreshed.then(resolve, reject).finally(cancel);
    });
  }

  function refreshInBackground(deadline: Deadline): void {
    if (refresh.underWay || deps.now() < quietUntil) return;
    refresh.join(deadline).catch((error: unknown) => {
      // A request ended by the client says nothing about the endpoint.
      if (error === deadline.signal.reason || nameOf(error) === "aborted") return;
      quietUntil = deps.now() + pauseAfterFailureMs;
      report("token", () => ({ what: "renewal-failed", detail: nameOf(error) }));
    });
  }

  return {
    async get(deadline) {
      const token = current;
      if (token !== undefined && usable(token)) {
        if (!ahead(token)) refreshInBackground(deadline);
        return token.value;
      }
      try {
        return (await refreshedOr(token, deadline)).value;
      } catch (error) {
        if (error === deadline.signal.reason) throw error;
        // In its last seconds the old token is better than none.
        if (token !== undefined && lives(token)) return token.value;
        throw error;
      }
    },
    refuse(token) {
      refused.add(token);
      const [oldest] = refused;
      if (refused.size > refusedKept && oldest !== undefined) refused.delete(oldest);
      if (current?.value !== token) return;
      current = undefined;
      report("token", () => ({ what: "refused" }));
    },
  };
}

function nameOf(error: unknown): string {
  return error instanceof PartnerCardError ? error.code : "unknown";
}

/**
 * When a token is refreshed, in milliseconds since 1970: in the background in its last minute (or last tenth
 * if shorter); before its next use in its last ten seconds (or half that tenth). So a 20-second token works.
 *
 * @see Specification, Authentication, 4; Limits, Token lifetime.
 */
export function refreshWindows({ expiresAt, lifetimeMs }: Token) {
  const background = Math.min(60_000, lifetimeMs / 10);
  const blocking = Math.min(10_000, background / 2);
  return { backgroundFrom: expiresAt - background, blockingFrom: expiresAt - blocking };
}
