import { ConnectionError } from "./errors.ts";

/** What is to be called when a signal aborts, for each signal that somebody waits on. */
const waiting = new WeakMap<
  AbortSignal,
  { readonly callbacks: Set<() => void>; readonly listener: () => void }
>();

/**
 * Calls back when a signal aborts. However many wait on one signal, it has one listener, and none when the
 * last has gone: a signal that lives as long as the process may be passed to any number of calls at a time.
 *
 * @param callback - Called at once where the signal has aborted already.
 * @returns The function that forgets the callback.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  const { callbacks, listener } = waiting.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0) return;
    signal.removeEventListener("abort", listener);
    waiting.delete(signal);
  };
}

function listen(signal: AbortSignal) {
  const callbacks = new Set<() => void>();
  const listener = () => {
    for (const callback of callbacks) callback();
  };
  signal.addEventListener("abort", listener);
  const entry = { callbacks, listener };
  waiting.set(signal, entry);
  return entry;
}

/** Tells whether a value can be waited on as a signal; one of a library or another realm can. */
export function isSignal(value: unknown): value is AbortSignal {
  if (typeof value !== "object" || value === null) return false;
  const { aborted, addEventListener, removeEventListener } = value as Partial<AbortSignal>;
  return (
    typeof aborted === "boolean" &&
    typeof addEventListener === "function" &&
    typeof removeEventListener === "function"
  );
}

/**
 * The error of what a signal ended; its cause is the reason of the signal.
 *
 * @param what - What was ended, at the start of the message.
 */
export function abortedBy(signal: AbortSignal, what: string): ConnectionError {
  return new ConnectionError("aborted", `${what} was aborted by its signal.`, { cause: signal.reason });
}
