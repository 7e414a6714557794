/** Waits that an abort ends immediately; each rejects with the signal's reason. */
import { onAbort } from "./abort.ts";
import type { Deps } from "./deps.ts";

/** Waits for a promise that cannot be cancelled, but no longer than until an abort. */
export async function race<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // After an abort nothing handles a rejection of the promise.
  promise.catch(() => undefined);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(forget);
  });
}

/** Waits deliberately for `ms` milliseconds, or until an abort. */
export async function pause(deps: Deps, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let cancel = () => {};
  const passed = new Promise<void>((resolve) => {
    cancel = deps.sleep(ms, resolve);
  });
  return race(passed, signal).finally(cancel);
}

/**
 * Runs work with its own timer and signal. The work is also raced, because a transport or a store passed in
 * by the caller may ignore its signal.
 *
 * @param ms - Longest time, in milliseconds.
 * @param outer - A signal that also ends the work.
 * @param timeoutError - Creates the abort reason when the time is up.
 * @param work - Receives the signal that ends it.
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
