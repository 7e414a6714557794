import { ConnectionError } from "./errors.ts";

/**
 * The end of a call or of an attempt. It does what the client needs of an AbortSignal; the two signals that each call
 * would need cost a tenth of the CPU time of a request.
 */
export class Ending {
  readonly callbacks: Set<() => void> = new Set();
  aborted = false;
  /** What ended it. */
  reason: unknown;

  /** Ends it once; a later reason changes nothing. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const callback of this.callbacks) callback();
  }

  /** @throws the reason, after the end. */
  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
}

/** What may end work early: the signal of a caller, or the end of a call or an attempt. */
export type Abortable = AbortSignal | Ending;

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
export function onAbort(signal: Abortable, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  if (signal instanceof Ending) {
    signal.callbacks.add(callback);
    return () => void signal.callbacks.delete(callback);
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

/** The same as an AbortSignal, for what takes nothing else, such as `fetch`. */
export function signalOf(abortable: Abortable): AbortSignal {
  if (!(abortable instanceof Ending)) return abortable;
  const controller = new AbortController();
  onAbort(abortable, () => controller.abort(abortable.reason));
  return controller.signal;
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
