/** Waiting that an abort ends at once; each rejects with the reason of the signal. */
import { onAbort } from "./abort.ts";
import type { Deps } from "./deps.ts";

/** Waits for a promise that cannot be cancelled itself, but not beyond an abort. */
export async function race<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nobody waits for the promise after an abort.
  promise.catch(() => undefined);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(forget);
  });
}

/** Waits deliberately for `ms` milliseconds, but not beyond an abort. */
export async function pause(deps: Deps, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let cancel = () => {};
  const passed = new Promise<void>((resolve) => {
    cancel = deps.sleep(ms, resolve);
  });
  return race(passed, signal).finally(cancel);
}

/**
 * Runs work under a timer and a signal of its own. The work is also raced, because what was handed in by the
 * caller, such as a transport or a store, may ignore its signal.
 *
 * @param ms - Longest time, in milliseconds.
 * @param outer - Ends the work as well.
 * @param timeoutError - Makes the reason for an end by the timer.
 * @param work - Gets the signal that ends it.
 * @throws what the work throws, the timeout error, or the reason of `outer`.
 */
export async function withTimeout<T>(
  deps: Deps,
  ms: number,
  outer: AbortSignal,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const controller = new AbortController();
  const cancel = deps.timeout(ms, () => controller.abort(timeoutError()));
  const forget = onAbort(outer, () => controller.abort(outer.reason));
  const started = Promise.resolve().then(() => work(controller.signal));
  return race(started, controller.signal).finally(() => {
    cancel();
    forget();
  });
}
