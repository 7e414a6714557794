import { abortedBy, onAbort } from "./abort.ts";
import type { Deps } from "./deps.ts";
import { ConnectionError, type PartnerCardError } from "./errors.ts";

/** The time that a whole call may take, and the caller's wish to end it. */
export interface Deadline {
  /** Why the call is over; undefined while it may go on. */
  readonly ended: PartnerCardError | undefined;
  /** True once the call has ended, in whatever way. */
  readonly over: boolean;
  /** Milliseconds left. */
  remaining(): number;
  /** Calls back once when the call is over. Returns the function that forgets the callback. */
  onEnd(callback: (reason: PartnerCardError) => void): () => void;
  /** Waits for something that cannot be cancelled itself, but no longer than the call lasts. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Lets go of timer and listener. */
  close(): void;
}

/**
 * Opens the deadline of one call.
 *
 * @param totalMs - Milliseconds for the call with all its attempts and waits.
 * @param signal - The caller's signal.
 */
export function openDeadline(deps: Deps, totalMs: number, signal: AbortSignal | undefined): Deadline {
  const end = deps.monotonic() + totalMs;
  const callbacks = new Set<(reason: PartnerCardError) => void>();
  let ended: PartnerCardError | undefined;
  let closed = false;

  const finish = (reason: PartnerCardError) => {
    if (ended !== undefined) return;
    ended = reason;
    for (const callback of callbacks) callback(reason);
    callbacks.clear();
  };
  const cancel = deps.limit(totalMs, () => finish(tooLate(totalMs)));
  const abort = () => signal && finish(abortedBy(signal, "The call"));
  if (signal?.aborted) abort();
  const forget = signal === undefined || signal.aborted ? undefined : onAbort(signal, abort);

  const onEnd = (callback: (reason: PartnerCardError) => void) => {
    callbacks.add(callback);
    return () => {
      callbacks.delete(callback);
    };
  };
  return {
    get ended() {
      return ended;
    },
    get over() {
      return closed || ended !== undefined;
    },
    remaining: () => end - deps.monotonic(),
    onEnd,
    race(promise) {
      if (ended !== undefined) {
        promise.catch(ignore);
        return Promise.reject(ended);
      }
      return new Promise((resolve, reject) => {
        const leave = onEnd(reject);
        promise.then(resolve, reject).finally(leave);
      });
    },
    close() {
      closed = true;
      cancel();
      forget?.();
      callbacks.clear();
    },
  };
}

function tooLate(totalMs: number): ConnectionError {
  return new ConnectionError("deadline-exceeded", `The call took longer than ${totalMs} ms in all.`, {
    cause: { totalMs },
  });
}

function ignore(): void {
  // The call is over; nobody waits for this result any more.
}
