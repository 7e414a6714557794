import { nodeCrypto } from "./node-crypto.ts";

/** Cancels a timer. Harmless if it has already fired. */
export type Cancel = () => void;

/**
 * Every side effect of the client besides the network, so that each wait and each retry can be tested
 * without waiting.
 */
export interface Deps {
  /** Wall clock in milliseconds since 1970; for timestamps and token expiry. */
  now(): number;
  /** Monotonic clock in milliseconds; for durations. */
  monotonic(): number;
  /** Uniform random number in [0, 1); for jitter. */
  random(): number;
  /** A new UUID; for idempotency keys and call ids. */
  uuid(): string;
  /** Runs `callback` when a time limit of `ms` has passed, unless cancelled first. */
  timeout(ms: number, callback: () => void): Cancel;
  /**
   * Runs `callback` after a deliberate wait of `ms`, unless cancelled first. Separate from `timeout`, so
   * that a test can skip the waits without triggering the time limits.
   */
  sleep(ms: number, callback: () => void): Cancel;
}

/** The real side effects. */
export const systemDeps: Deps = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  uuid: () => nodeCrypto().randomUUID(),
  timeout: timer,
  sleep: timer,
};

/** Longest delay of setTimeout; a longer one would fire immediately. */
const longestDelay = 2 ** 31 - 1;

function timer(ms: number, callback: () => void): Cancel {
  const handle = setTimeout(callback, Math.min(ms, longestDelay));
  return () => clearTimeout(handle);
}
