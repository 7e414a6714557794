import type { Deps } from "../core/deps.ts";
import type { Report } from "../core/events.ts";
import { pause, withTimeout } from "../core/wait.ts";
import { decodeToken, type Token, type TokenStore } from "./store.ts";

/**
 * A token that several processes share: from the store, or a new one that is put there.
 *
 * @param request - Asks the token endpoint.
 * @param good - Tells whether a token from the store will do.
 * @param signal - Ends the waiting and the request.
 * @param callMs - Time that the call has which wants the token, in milliseconds.
 */
export type SharedToken = (
  request: (signal: AbortSignal) => Promise<Token>,
  good: (token: Token) => boolean,
  signal: AbortSignal,
  callMs: number,
) => Promise<Token>;

/** Pause between two looks into the store, in milliseconds. */
const pollMs = 50;

/** Longest time that a token may be late for the sake of the store, in milliseconds. */
const patienceMs = 1_000;

/** Longest time that a process waits for another one's token request, in milliseconds. */
const turnMs = 5_000;

/** How much longer a lock lives than the token request for which it is held, in milliseconds. */
const lockMarginMs = 5_000;

/** Longest life of a lock, where the token request may take for ever; in milliseconds. */
const longestLockMs = 60 * 60 * 1000;

/**
 * Shares tokens through a store. A store that fails or hangs costs a token request and a moment, never a call:
 * a new token is handed out first and stored in the background.
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

  /** Asks the store, while there is patience left with it. After a failure it is not asked again. */
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

  /** Deletes the lock, but not that of another process, which came when this one's had run out. */
  async function unlock(owner: string): Promise<void> {
    if (store.add === undefined) return;
    if (store.deleteIf !== undefined) await store.deleteIf(lock, owner);
    else if ((await store.get(lock)) === owner) await store.delete(lock);
  }

  /** Nobody waits for this: the token is good without it. */
  async function finish(token: Token | undefined, owner: string | undefined): Promise<void> {
    try {
      const ttlMs = token && Math.max(1, Math.floor(token.expiresAt - deps.now()));
      if (ttlMs !== undefined) await store.set(key, JSON.stringify(token), ttlMs);
    } finally {
      if (owner !== undefined) await unlock(owner);
    }
  }

  return async (request, good, signal, callMs) => {
    // A call in a hurry gives the store a quarter of its time.
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
      // Undefined where the store cannot lock, or does not say.
      const locked = store.add && (await ask(async () => store.add?.(lock, owner, lockLifeMs)));
      const taken = locked !== undefined && !locked;
      // The owner of a lock may have died with it; then this process goes ahead, without a lock.
      if (taken && deps.monotonic() < until) {
        await pause(deps, pollMs, signal);
        continue;
      }
      let fresh: Token | undefined;
      try {
        // Another process may have finished between the look and the lock.
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
