import { setTimeout } from "node:timers/promises";

/**
 * Waits in real time, or until the signal aborts. An aborted wait leaves no timer behind, which would keep
 * the process alive for as long as the wait was meant to take.
 */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}
