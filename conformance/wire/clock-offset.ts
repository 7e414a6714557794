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

/**
 * The seconds on either side of a bound for which a timestamp is sent at least: the clock that judges timestamps need
 * not be the one of the Date header, and two clocks that are kept right may still be a second or two apart.
 */
const narrowestMargin = 3;
/** The most such seconds, and {@link ServerClock.margin} where the clock is not known any better. */
export const widestMargin = 30;

/** The clock of a server about which nothing is known yet. */
export function createServerClock() {
  let bounds: { readonly low: number; readonly high: number } | null = null;
  /** The most by which two responses contradicted each other, in milliseconds: several servers may answer. */
  let apart = 0;
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
      apart = Math.max(apart, low - high);
      bounds = low <= high ? { low, high } : newer;
    },
    /** The middle of the possible range; null if no Date was seen. */
    offset(): ClockOffset | null {
      if (bounds === null) return null;
      const { low, high } = bounds;
      return { offsetMs: Math.round((low + high) / 2), uncertaintyMs: Math.ceil((high - low) / 2) };
    },
    /**
     * The whole seconds by which a timestamp that takes this long, in milliseconds, to arrive has to stay away from a
     * bound, with a second for servers that count whole ones; null if the clock is not known well enough.
     */
    margin(arrivalMs: number): number | null {
      if (bounds === null) return null;
      const known = (bounds.high - bounds.low) / 2 + apart + 1000;
      if (known > widestMargin * 1000) return null;
      const seconds = Math.ceil((known + arrivalMs) / 1000);
      return Math.min(widestMargin, Math.max(narrowestMargin, seconds));
    },
  };
}
