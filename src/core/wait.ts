/** Waits, most of which an abort ends immediately with its reason. */
import { type Abortable, Ending, onAbort } from "./abort.ts";
import type { Deps } from "./deps.ts";

/** Waits for a promise that cannot be cancelled, but no longer than until an abort. */
export async function race<T>(promise: Promise<T>, signal: Abortable): Promise<T> {
  // After an abort nothing handles a rejection of the promise.
  promise.catch(() => undefined);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(forget);
  });
}

/** Waits deliberately for `ms` milliseconds, or until an abort. */
export async function pause(deps: Deps, ms: number, signal: Abortable): Promise<void> {
  signal.throwIfAborted();
  let cancel = () => {};
  const passed = new Promise<void>((resolve) => {
    cancel = deps.sleep(ms, resolve);
  });
  return race(passed, signal).finally(cancel);
}

/**
 * Runs work with its own timer. An abort ends the wait as well, because a transport or a store passed in
 * by the caller may ignore its signal.
 *
 * @param ms - Longest time, in milliseconds.
 * @param outer - A signal that also ends the work.
 * @param timeoutError - Creates the abort reason when the time is up.
 * @param work - Receives what ends it.
 * @throws what the work throws, the timeout error, or the reason of `outer`.
 */
export async function withTimeout<T>(
  deps: Deps,
  ms: number,
  outer: Abortable,
  timeoutError: () => Error,
  work: (ending: Ending) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const ending = new Ending();
  return new Promise<T>((resolve, reject) => {
    const settle = <V>(how: (value: V) => void) => {
      return (value: V) => {
        cancel();
        forget();
        how(value);
      };
    };
    const end = settle((reason: unknown) => {
      ending.abort(reason);
      reject(reason);
    });
    const cancel = deps.timeout(ms, () => end(timeoutError()));
    const forget = onAbort(outer, () => end(outer.reason));
    Promise.resolve()
      .then(() => work(ending))
      .then(settle(resolve), settle(reject));
  });
}

/** As it was when the client was imported: a program that replaces the timers, as tests do, holds up no request. */
const { setImmediate: onNextTurn }: Partial<Pick<typeof globalThis, "setImmediate">> = globalThis;

/** The end of this turn, if anybody waits for it: one for all, which takes less than one for each. */
let turn: Promise<void> | undefined;

/** Lets what was begun reach the network before other work goes on; at once where no runtime has a turn. */
export function nextTurn(): Promise<void> {
  if (onNextTurn === undefined) return Promise.resolve();
  turn ??= new Promise((resolve) => {
    onNextTurn(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}
