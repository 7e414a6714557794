import { onAbort } from "../core/abort.ts";
import type { Deps } from "../core/deps.ts";
import type { Report } from "../core/events.ts";
import { decodeToken, encodeToken, type Token, type TokenStore } from "./store.ts";

/** Tokens that several processes share. */
export interface SharedTokens {
  /**
   * A token from the store, or a new one that is put there.
   *
   * @param request - Asks the token endpoint.
   * @param good - Tells whether a token from the store will do.
   * @param signal - Ends the waiting and the request.
   * @param callMs - Time that the call has which wants the token, in milliseconds.
   */
  obtain(
    request: (signal: AbortSignal) => Promise<Token>,
    good: (token: Token) => boolean,
    signal: AbortSignal,
    callMs: number,
  ): Promise<Token>;
}

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
 * a new token is handed out first and stored beside.
 *
 * @param key - Name of the entry, see `storeKey`.
 * @param requestMs - Longest time that a token request may take, in milliseconds.
 */
export function sharedTokens(
  deps: Deps,
  report: Report,
  store: TokenStore,
  key: string,
  requestMs: number,
): SharedTokens {
  const lock = `${key}:lock`;
  const lockLifeMs = Math.ceil(Math.min(requestMs + patienceMs + lockMarginMs, longestLockMs));
  const failed = (error: unknown) => {
    const detail = error instanceof Error ? error.name : typeof error;
    report("token", () => ({ what: "store-failed", detail }));
  };

  /** What the store says, while there is patience left with it. After a failure it is not asked again. */
  function questions(signal: AbortSignal, patienceMs: number) {
    let leftMs = patienceMs;
    return async <T>(question: () => Promise<T>): Promise<T | undefined> => {
      if (leftMs <= 0) return undefined;
      const began = deps.monotonic();
      try {
        const answer = await bounded(deps, question, leftMs, signal);
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

  /** Nobody waits for this: the token is good without it. */
  function beside(work: () => Promise<unknown>): void {
    work().catch(failed);
  }

  /** The lock of another process, which came when this one's had run out, stays. */
  async function unlock(owner: string): Promise<void> {
    if (store.add === undefined) return;
    if (store.deleteIf !== undefined) await store.deleteIf(lock, owner);
    else if ((await store.get(lock)) === owner) await store.delete(lock);
  }

  async function put(token: Token): Promise<void> {
    await store.set(key, encodeToken(token), Math.max(1, Math.floor(token.expiresAt - deps.now())));
  }

  return {
    async obtain(request, good, signal, callMs) {
      // Of a call in a hurry, the store gets a quarter of the time.
      const hurried = (ms: number) => Math.min(ms, callMs / 4);
      const ask = questions(signal, hurried(patienceMs));
      const owner = deps.uuid();
      const until = deps.monotonic() + hurried(turnMs);

      async function look(): Promise<Token | undefined> {
        const token = decodeToken(await ask(() => store.get(key)));
        if (token === undefined || !good(token)) return undefined;
        report("token", () => ({ what: "shared", expiresAt: token.expiresAt }));
        return token;
      }
      /** `free`: the store cannot lock, or cannot say. */
      async function turn(): Promise<"ours" | "another's" | "free"> {
        const { add } = store;
        const added = add && (await ask(() => add.call(store, lock, owner, lockLifeMs)));
        if (added === undefined) return "free";
        return added ? "ours" : "another's";
      }

      for (;;) {
        signal.throwIfAborted();
        const shared = await look();
        if (shared !== undefined) return shared;
        const whose = await turn();
        // The owner of a lock may have died with it; then this process goes ahead, without a lock.
        if (whose === "another's" && deps.monotonic() < until) {
          await pause(deps, pollMs, signal);
          continue;
        }
        let keep = async (): Promise<void> => undefined;
        try {
          // Another process may have finished between the look and the lock.
          const finished = whose === "ours" ? await look() : undefined;
          if (finished !== undefined) return finished;
          const token = await request(signal);
          keep = () => put(token);
          return token;
        } finally {
          beside(() => keep().finally(() => (whose === "another's" ? undefined : unlock(owner))));
        }
      }
    },
  };
}

/** Waits for a store, but only so long, and not beyond an abort. */
function bounded<T>(deps: Deps, question: () => Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      cancel();
      forget();
    };
    const stop = (reason: unknown) => {
      settle();
      reject(reason);
    };
    const cancel = deps.limit(ms, () => stop(new Error("The token store does not answer.")));
    const forget = onAbort(signal, () => stop(signal.reason));
    // A store may throw at once, or answer without a promise.
    Promise.resolve().then(question).then(resolve, reject).finally(settle);
  });
}

/** Waits between two looks into the store, but not beyond an abort. */
function pause(deps: Deps, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = deps.wait(ms, () => {
      forget();
      resolve();
    });
    const forget = onAbort(signal, () => {
      cancel();
      reject(signal.reason);
    });
  });
}
