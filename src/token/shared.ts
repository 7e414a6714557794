import type { Deps } from "../core/deps.ts";
import type { Report } from "../core/events.ts";
import { pause, withTimeout } from "../core/wait.ts";
import { decodeToken, type Token, type TokenStore } from "./store.ts";

/**
 * A token that several processes share: from the store, or a new one that is stored there.
 *
 * @param request - Requests a token.
 * @param good - Tells whether a token from the store is usable.
 * @param signal - Ends the wait and the request.
 * @param callMs - Remaining time of the call that needs the token, in milliseconds.
 */
export type SharedToken = (
  request: (signal: AbortSignal) => Promise<Token>,
  good: (token: Token) => boolean,
  signal: AbortSignal,
  callMs: number,
) => Promise<Token>;

/** Pause between two reads of the store, in milliseconds. */
const pollMs = 50;

/** Longest time that the store may delay a token, in milliseconds. */
const patienceMs = 1_000;

/** Longest time that a process waits for the token request of another process, in milliseconds. */
const turnMs = 5_000;

/** How much longer a lock lasts than the token request for which it is held, in milliseconds. */
const lockMarginMs = 5_000;

/** Longest lifetime of a lock, if the token request has no time limit; in milliseconds. */
const longestLockMs = 60 * 60 * 1000;

/**
 * Shares tokens through a store. A store that fails or hangs costs a token request and a short delay, never a
 * call: a new token is returned first and stored in the background.
 *
 * @param key - Name of the entry, see `storeKey`.
 * @param requestMs - Longest time that a token request may take, in milliseconds.
 */
export function sharedToken(
  deps: Deps,
  report: Report,
  store: TokenStore,
  key: string,
  requestMs: number,
): SharedToken {
  const lock = `${key}:lock`;
  const lockLifeMs = Math.ceil(Math.min(requestMs + patienceMs + lockMarginMs, longestLockMs));
  const failed = (error: unknown) => {
    const detail = error instanceof Error ? error.name : typeof error;
    report("token", () => ({ what: "store-failed", detail }));
  };

  /** Calls the store while there is time left for it. After a failure it is not called again. */
  function asker(signal: AbortSignal, longestMs: number) {
    let leftMs = longestMs;
    return async <T>(question: () => Promise<T>): Promise<T | undefined> => {
      if (leftMs <= 0) return undefined;
      const began = deps.monotonic();
      try {
        const answer = await withTimeout(deps, leftMs, signal, storeTimeout, question);
        leftMs -= deps.monotonic() - began;
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        leftMs = 0;
        failed(error);
        return undefined;
      }
    };
  }

  /** Deletes the lock, but not one that another process took after ours had expired. */
  async function unlock(owner: string): Promise<void> {
    if (store.add === undefined) return;
    if (store.deleteIf !== undefined) await store.deleteIf(lock, owner);
    else if ((await store.get(lock)) === owner) await store.delete(lock);
  }

  /** Not awaited: the token is valid without it. */
  async function finish(token: Token | undefined, owner: string | undefined): Promise<void> {
    try {
      const ttlMs = token && Math.max(1, Math.floor(token.expiresAt - deps.now()));
      if (ttlMs !== undefined) await store.set(key, JSON.stringify(token), ttlMs);
    } finally {
      if (owner !== undefined) await unlock(owner);
    }
  }

  return async (request, good, signal, callMs) => {
    // A call with little time gives the store a quarter of it.
    const hurried = (ms: number) => Math.min(ms, callMs / 4);
    const ask = asker(signal, hurried(patienceMs));
    const owner = deps.uuid();
    const until = deps.monotonic() + hurried(turnMs);

    async function look(): Promise<Token | undefined> {
      const token = decodeToken(await ask(() => store.get(key)));
      if (token === undefined || !good(token)) return undefined;
      report("token", () => ({ what: "shared", expiresAt: token.expiresAt }));
      return token;
    }

    for (;;) {
      signal.throwIfAborted();
      const found = await look();
      if (found !== undefined) return found;
      // Undefined if the store cannot lock, or does not say whether it did.
      const locked = store.add && (await ask(async () => store.add?.(lock, owner, lockLifeMs)));
      const taken = locked !== undefined && !locked;
      // The owner of a lock may have died holding it; then this process continues without a lock.
      if (taken && deps.monotonic() < until) {
        await pause(deps, pollMs, signal);
        continue;
      }
      let fresh: Token | undefined;
      try {
        // Another process may have finished between the read and the lock.
        const finished = locked ? await look() : undefined;
        if (finished !== undefined) return finished;
        fresh = await request(signal);
        return fresh;
      } finally {
        finish(fresh, taken ? undefined : owner).catch(failed);
      }
    }
  };
}

const storeTimeout = () => new Error("The token store does not respond.");
