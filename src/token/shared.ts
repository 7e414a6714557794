import type { Deps } from "../deps.ts";
import type { Report } from "../events/events.ts";
import { decodeToken, encodeToken, type Token, type TokenStore } from "./store.ts";

/** Tokens that several processes share. */
export interface SharedTokens {
  /**
   * A token from the store, or a new one that is put there.
   *
   * @param request - Asks the token endpoint.
   * @param good - Tells whether a token from the store will do.
   */
  obtain(request: () => Promise<Token>, good: (token: Token) => boolean): Promise<Token>;
}

/** Longest time that a process waits for another one's token request, in milliseconds. */
const lockMs = 15_000;

/** Pause between two looks into the store, in milliseconds. */
const pollMs = 50;

/** A hanging store must not hang the client; milliseconds per operation. */
const storeTimeoutMs = 2_000;

/**
 * Shares tokens through a store. A store that fails costs a token request, never a call.
 *
 * @param key - Name of the entry, see `storeKey`.
 */
export function sharedTokens(deps: Deps, report: Report, store: TokenStore, key: string): SharedTokens {
  const lock = `${key}:lock`;

  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await bounded(deps, work());
    } catch (error) {
      report("token", () => ({
        what: "store-failed",
        detail: error instanceof Error ? error.name : typeof error,
      }));
      return undefined;
    }
  }

  async function read(good: (token: Token) => boolean): Promise<Token | undefined> {
    const token = decodeToken(await attempt(() => store.get(key)));
    if (token === undefined || !good(token)) return undefined;
    report("token", () => ({ what: "shared", expiresAt: token.expiresAt }));
    return token;
  }

  /** True where this process is to make the request; also where the store cannot say. */
  async function isOurTurn(): Promise<boolean> {
    const { add } = store;
    if (add === undefined) return true;
    return (await attempt(() => add.call(store, lock, "1", lockMs))) ?? true;
  }

  async function fetchAndShare(request: () => Promise<Token>): Promise<Token> {
    const token = await request();
    const ttlMs = Math.max(1, Math.floor(token.expiresAt - deps.now()));
    await attempt(() => store.set(key, encodeToken(token), ttlMs));
    return token;
  }

  async function whileLocked(work: () => Promise<Token>): Promise<Token> {
    try {
      return await work();
    } finally {
      if (store.add !== undefined) await attempt(() => store.delete(lock));
    }
  }

  return {
    async obtain(request, good) {
      const until = deps.monotonic() + lockMs;
      for (;;) {
        const shared = await read(good);
        if (shared !== undefined) return shared;
        // A lock outlives a process that died with it; then this one goes ahead.
        if ((await isOurTurn()) || deps.monotonic() >= until) {
          return await whileLocked(
            // Another process may have finished between the look and the lock.
            async () => (store.add && (await read(good))) ?? (await fetchAndShare(request)),
          );
        }
        await new Promise<void>((resolve) => deps.wait(pollMs, resolve));
      }
    },
  };
}

function bounded<T>(deps: Deps, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = deps.limit(storeTimeoutMs, () => reject(new Error("The token store does not answer.")));
    promise.then(resolve, reject).finally(cancel);
  });
}
