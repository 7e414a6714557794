/** When a run sends no more: its budgets are used up, it was ended, or the server has gone. */
import { endingOf } from "../base/run-ended.ts";
import type { Exchange } from "./exchange.ts";
import { failed, type Outcome } from "./transport.ts";

/** What a run may take. */
export interface Budgets {
  /** Milliseconds for the whole run. */
  readonly budgetMs: number;
  /** Most requests that change limits, not counting those that put them back; no bound unless given. */
  readonly writeBudget?: number;
  /** Most bytes of bodies that a run takes in, since it keeps them; 4 GiB unless given. */
  readonly receiveBudget?: number;
  /** Ends the run, for example on Ctrl-C; its reason may be a RunEnded. */
  readonly signal?: AbortSignal;
}

const mostReceived = 4 * 1024 ** 3;
/** Transport failures in a row after which the server counts as gone. */
const patience = 4;

/**
 * Watches over a run from now on.
 *
 * @param now - Milliseconds since the epoch.
 * @param reason - Why nothing is sent from the start; null where it is.
 */
export function createStop(budgets: Budgets, now: () => number, reason: string | null) {
  const { budgetMs, writeBudget = Number.POSITIVE_INFINITY, receiveBudget = mostReceived, signal } = budgets;
  const endsAt = now() + budgetMs;
  let stopped = reason;
  let writes = 0;
  let received = 0;
  let failuresInARow = 0;
  const remainingMs = () => endsAt - now();
  return {
    remainingMs,
    /** Why nothing is sent any more, or null. */
    reason: () => stopped,
    /** Stops the run; the first reason counts. */
    stop(why: string): void {
      stopped ??= why;
    },
    /** What comes of a request that is not sent any more; null for one that may be sent, which then counts. */
    refusal(isWrite: boolean): Outcome | null {
      if (isWrite && writes >= writeBudget) {
        return failed("budget", `the write budget of ${writeBudget} requests is used up`);
      }
      if (isWrite) writes += 1;
      if (stopped !== null) return failed("budget", stopped);
      if (signal?.aborted === true) {
        stopped = endingOf(signal).message;
        return failed("aborted", stopped);
      }
      if (remainingMs() > 0) return null;
      stopped = `the run budget of ${budgetMs / 1000} s is used up`;
      return failed("budget", stopped);
    },
    /** Learns from what came of a request. */
    learn({ response, failure }: Exchange): void {
      if (response !== null) {
        failuresInARow = 0;
        received += response.bytes;
        if (received > receiveBudget)
          this.stop(`the server has sent more than ${receiveBudget} bytes, which is all that a run keeps`);
        return;
      }
      // What we have ended ourselves says nothing about the server.
      if (failure?.kind === "aborted" && signal !== undefined) this.stop(endingOf(signal).message);
      if (failure?.kind !== "budget" && failure?.kind !== "aborted") failuresInARow += 1;
      if (failuresInARow >= patience)
        this.stop(`the server has stopped answering (${failure?.message ?? "no answer"})`);
    },
  };
}
