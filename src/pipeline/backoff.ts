/**
 * Wait before a retry: exponential with full jitter, so that clients that failed together do not come back
 * together.
 *
 * @param retry - 1 for the first retry.
 * @param baseMs - Upper end of the first wait, in milliseconds.
 * @param capMs - Upper end of every wait, in milliseconds.
 * @param random - Uniform in [0, 1).
 * @returns Milliseconds.
 */
export function backoff(retry: number, baseMs: number, capMs: number, random: number): number {
  return Math.floor(random * Math.min(capMs, baseMs * 2 ** (retry - 1)));
}
