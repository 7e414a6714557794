/**
 * How far the server's clock is from ours, learnt from `Date` headers. A Date has whole seconds, so one
 * response gives an interval; several responses narrow it.
 */

import { parseHttpDate } from "../../src/http/http-date.ts";

/** Server clock minus ours: the true value lies within `uncertaintyMs` of `offsetMs`. */
export interface ClockOffset {
  readonly offsetMs: number;
  readonly uncertaintyMs: number;
}

/** The bounds of the offset that one or more responses allow, in milliseconds. */
export interface OffsetBounds {
  readonly low: number;
  readonly high: number;
}

/**
 * The bounds that one response gives, or null where its Date is absent or not a date.
 *
 * @param date - The Date header (RFC 9110, section 6.6.1).
 * @param sentAt - Our clock when the request was sent, in milliseconds.
 * @param receivedAt - Our clock when the response had come, in milliseconds.
 */
export function boundsOf(date: string | null, sentAt: number, receivedAt: number): OffsetBounds | null {
  const stamp = date === null ? undefined : parseHttpDate(date, receivedAt);
  return stamp === undefined ? null : { low: stamp - receivedAt, high: stamp + 1000 - sentAt };
}

/** Both bounds together; where they contradict each other (a clock was set), the newer ones. */
export function narrow(known: OffsetBounds | null, newer: OffsetBounds): OffsetBounds {
  if (known === null) return newer;
  const low = Math.max(known.low, newer.low);
  const high = Math.min(known.high, newer.high);
  return low <= high ? { low, high } : newer;
}

/** The middle of the bounds. */
export function offsetOf(bounds: OffsetBounds | null): ClockOffset | null {
  return bounds === null
    ? null
    : {
        offsetMs: Math.round((bounds.low + bounds.high) / 2),
        uncertaintyMs: Math.ceil((bounds.high - bounds.low) / 2),
      };
}
