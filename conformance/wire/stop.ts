/** When a run stops sending: its budgets are used up, it was ended, or the server is gone. */
import type { TransportFailure } from "../base/events.ts";
import { endingOf } from "../base/run-ended.ts";
import type { Exchange } from "./exchange.ts";
import { failed, type Outcome } from "./transport.ts";

/** What a run may use. */
export interface Budgets {
  /** Milliseconds for the whole run. */
  readonly budgetMs: number;
  /** Maximum requests that write, not counting those that put things back; unlimited by default. */
  readonly writeBudget?: number;
  /** Maximum total bytes of bodies that a run receives, since it keeps them; 4 GiB by default. */
  readonly receiveBudget?: number;
  /** Ends the run, for example on Ctrl-C; its reason may be a RunEnded. */
  readonly signal?: AbortSignal;
}

const mostReceived = 4 * 1024 ** 3;
/** After this many transport failures in a row, the server counts as gone. */
const patience = 4;

/** How exchanges end that we end ourselves. */
const ownEnds: readonly (TransportFailure["kind"] | undefined)[] = ["budget", "aborted", "left"];

/**
 * Watches over a run from now on.
 *
 * @param now - Milliseconds since the epoch.
 * @param reason - Why nothing is sent from the start; null if requests are sent.
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
    /** The outcome of a request that is no longer sent; null for one that may be sent, which is counted. */
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
    /** Learns from the outcome of a request. */
    learn({ response, failure }: Exchange): void {
      if (response !== null) {
        failuresInARow = 0;
        received += response.bytes;
        if (received > receiveBudget)
          this.stop(`the server has sent more than ${receiveBudget} bytes, which is all that a run keeps`);
        return;
      }
      // An exchange that we ended ourselves says nothing about the server.
      if (failure?.kind === "aborted" && signal !== undefined) this.stop(endingOf(signal).message);
      if (!ownEnds.includes(failure?.kind)) failuresInARow += 1;
      if (failuresInARow < patience) return;
      const isNoHttp = failure?.kind === "malformed";
      const what = isNoHttp ? "what the server answers is no HTTP" : "the server has stopped answering";
      this.stop(`${what} (${failure?.message ?? "no answer"})`);
    },
  };
}
