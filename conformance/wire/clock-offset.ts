/**
 * How far the server's clock is from ours, learned from `Date` headers. A Date has whole seconds, so one
 * response gives an interval; several responses narrow it.
 */

import { parseHttpDate } from "../../src/http/http-date.ts";

/** Server clock minus ours: the true value lies within `uncertaintyMs` of `offsetMs`. */
export interface ClockOffset {
  readonly offsetMs: number;
  readonly uncertaintyMs: number;
}

/** The clock of a server about which nothing is known yet. */
export function createServerClock() {
  let bounds: { readonly low: number; readonly high: number } | null = null;
  return {
    /**
     * Learns from one response.
     *
     * @param date - The Date header (RFC 9110, section 6.6.1); a value that is not a date is ignored.
     * @param sentAt - Our clock when the request was sent, in milliseconds.
     * @param receivedAt - Our clock when the response had arrived, in milliseconds.
     */
    learn(date: string | null, sentAt: number, receivedAt: number): void {
      const stamp = date === null ? undefined : parseHttpDate(date, receivedAt);
      if (stamp === undefined) return;
      const newer = { low: stamp - receivedAt, high: stamp + 1000 - sentAt };
      const low = Math.max(bounds?.low ?? newer.low, newer.low);
      const high = Math.min(bounds?.high ?? newer.high, newer.high);
      // If they contradict each other, a clock was changed, and the newer bounds apply.
      bounds = low <= high ? { low, high } : newer;
    },
    /** The middle of the possible range; null if no Date was seen. */
    offset(): ClockOffset | null {
      if (bounds === null) return null;
      const { low, high } = bounds;
      return { offsetMs: Math.round((low + high) / 2), uncertaintyMs: Math.ceil((high - low) / 2) };
    },
  };
}
