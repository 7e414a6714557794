import { randomUUID } from "node:crypto";

/** Forgets a timer. Harmless when it has run already. */
export type Cancel = () => void;

/**
 * Every side effect of the client besides the network, so that each wait and each retry can be tested
 * without waiting.
 */
export interface Deps {
  /** Wall clock in milliseconds since 1970; timestamps and the expiry of tokens. */
  now(): number;
  /** Clock that never jumps, in milliseconds; durations. */
  monotonic(): number;
  /** Uniform in [0, 1); jitter. */
  random(): number;
  /** A fresh UUID; idempotency keys and call ids. */
  uuid(): string;
  /** Runs `callback` when a time limit of `ms` has passed, unless it is cancelled before. */
  timeout(ms: number, callback: () => void): Cancel;
  /**
   * Runs `callback` after a deliberate wait of `ms`, unless it is cancelled before. Separate from `timeout`, so
   * that a test can skip the waits without triggering the time limits.
   */
  sleep(ms: number, callback: () => void): Cancel;
}

/** The side effects of the real world. */
export const systemDeps: Deps = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  uuid: () => randomUUID(),
  timeout: timer,
  sleep: timer,
};

/** Longest delay of setTimeout; a longer one would fire at once. */
const longestDelay = 2 ** 31 - 1;

function timer(ms: number, callback: () => void): Cancel {
  const handle = setTimeout(callback, Math.min(ms, longestDelay));
  return () => clearTimeout(handle);
}
