import type { Deadline } from "../core/deadline.ts";
import type { Deps } from "../core/deps.ts";
import { PartnerCardError } from "../core/errors.ts";
import type { Report } from "../core/events.ts";
import { flightOf } from "./flight.ts";
import type { SharedTokens } from "./shared.ts";
import type { Token } from "./store.ts";
import { renewalWindows } from "./windows.ts";

/** Gives tokens to calls. */
export interface TokenSource {
  /**
   * A token that is good for a while; at most one token request is under way at any time.
   *
   * @param deadline - Of the call that waits for it.
   */
  get(deadline: Deadline): Promise<string>;
  /** Says that the server refused this token. Another one, fetched meanwhile, stays. */
  refuse(token: string): void;
}

/** What a token source works with. */
export interface TokenParts {
  readonly deps: Deps;
  readonly report: Report;
  /** Asks the token endpoint, with retries and deadline of its own; the signal ends it. */
  readonly request: (signal: AbortSignal) => Promise<Token>;
  /** Undefined where no store is shared. */
  readonly shared: SharedTokens | undefined;
}

/** Pause after a failed background renewal, in milliseconds. */
const pauseAfterFailureMs = 5_000;

/** How long calls wait for a renewal while the old token still lives, in milliseconds. */
const patienceMs = 1_000;

/** Refused tokens that are remembered, so that a store cannot bring them back. */
const refusedKept = 16;

/**
 * Keeps one token for all calls of a client: fetched once, renewed before it ends, dropped when refused.
 *
 * @see Specification, Authentication, 3 to 5.
 */
export function tokenSource({ deps, report, request, shared }: TokenParts): TokenSource {
  let current: Token | undefined;
  let renewingSince = 0;
  let quietUntil = Number.NEGATIVE_INFINITY;
  const refused = new Set<string>();

  const usable = (token: Token) =>
    !refused.has(token.value) && deps.now() < renewalWindows(token).blockingFrom;
  const ahead = (token: Token) =>
    !refused.has(token.value) && deps.now() < renewalWindows(token).backgroundFrom;

  /** Single flight: whoever comes while a request is under way waits for its result. */
  const renewal = flightOf(async (signal, deadline) => {
    renewingSince = deps.monotonic();
    const token = await (shared === undefined
      ? request(signal)
      : shared.obtain(request, ahead, signal, deadline.remaining()));
    // The endpoint may grant the same token again; then the refusal had another reason.
    refused.delete(token.value);
    current = token;
    report("token", () => ({ what: "granted", expiresAt: token.expiresAt }));
    return token;
  });

  const lives = (token: Token) => token === current && deps.now() < token.expiresAt;

  /** The new token, or the old one where that still lives and the renewal takes long. */
  function renewedOr(token: Token | undefined, deadline: Deadline): Promise<Token> {
    const renewed = renewal.join(deadline);
    if (token === undefined || !lives(token)) return renewed;
    return new Promise((resolve, reject) => {
      const giveUp = () => lives(token) && resolve(token);
      const sinceMs = deps.monotonic() - renewingSince;
      // Of a call in a hurry, the renewal gets a quarter of the time.
      const leftMs = Math.min(patienceMs - sinceMs, deadline.remaining() / 4);
      if (leftMs <= 0) giveUp();
      const cancel = deps.limit(Math.max(0, leftMs), giveUp);
      renewed.then(resolve, reject).finally(cancel);
    });
  }

  function renewInBackground(deadline: Deadline): void {
    if (renewal.underWay || deps.now() < quietUntil) return;
    renewal.join(deadline).catch((error: unknown) => {
      // What was ended from here says nothing about the endpoint.
      if (error === deadline.ended || nameOf(error) === "aborted") return;
      quietUntil = deps.now() + pauseAfterFailureMs;
      report("token", () => ({ what: "renewal-failed", detail: nameOf(error) }));
    });
  }

  return {
    async get(deadline) {
      const token = current;
      if (token !== undefined && usable(token)) {
        if (!ahead(token)) renewInBackground(deadline);
        return token.value;
      }
      try {
        return (await renewedOr(token, deadline)).value;
      } catch (error) {
        if (error === deadline.ended) throw error;
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
