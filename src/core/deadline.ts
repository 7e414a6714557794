import { abortedBy, Ending, onAbort } from "./abort.ts";
import type { Deps } from "./deps.ts";
import { ConnectionError } from "./errors.ts";

/** The time limit of a whole call, combined with the caller's signal. */
export interface Deadline {
  /** Comes on time-out or when the caller aborts; its reason is the PartnerCardError that ends the call. */
  readonly signal: Ending;
  /** True once the call has ended, for any reason. */
  readonly over: boolean;
  /** Milliseconds left. */
  remaining(): number;
  /** Removes timer and listener. */
  close(): void;
}

/**
 * Opens the deadline of one call.
 *
 * @param totalMs - Milliseconds for the whole call, including all attempts and waits.
 * @param caller - The caller's signal.
 */
export function openDeadline(deps: Deps, totalMs: number, caller: AbortSignal | undefined): Deadline {
  const end = deps.monotonic() + totalMs;
  const signal = new Ending();
  let closed = false;
  const cancel = deps.timeout(totalMs, () => {
    const message = `The call took longer than ${totalMs} ms in all.`;
    signal.abort(new ConnectionError("deadline-exceeded", message, { cause: { totalMs } }));
  });
  const forget = caller && onAbort(caller, () => signal.abort(abortedBy(caller, "The call")));
  return {
    signal,
    get over() {
      return closed || signal.aborted;
    },
    remaining: () => end - deps.monotonic(),
    close() {
      closed = true;
      cancel();
      forget?.();
    },
  };
}
