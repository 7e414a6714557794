import { ConnectionError } from "./errors.ts";

/** Callbacks to run on abort, for each signal that is being waited on. */
const waiting = new WeakMap<
  AbortSignal,
  { readonly callbacks: Set<() => void>; readonly listener: () => void }
>();

/**
 * Calls back when a signal aborts. A signal has one listener however many wait on it, and none after the last
 * is gone: a signal that lives as long as the process may be passed to any number of concurrent calls.
 *
 * @param callback - Called immediately if the signal has already aborted.
 * @returns A function that removes the callback.
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

/** Tells whether a value can be used as an abort signal, including one from a library or another realm. */
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
 * The error for something that a signal ended; its cause is the signal's reason.
 *
 * @param what - What was ended, at the start of the message.
 */
export function abortedBy(signal: AbortSignal, what: string): ConnectionError {
  return new ConnectionError("aborted", `${what} was aborted by its signal.`, { cause: signal.reason });
}
