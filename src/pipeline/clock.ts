import type { PartnerCardError } from "../core/errors.ts";
import { parseHttpDate } from "../http/http-date.ts";

/** Difference from which a clock counts as wrong, in milliseconds: a tenth of the server's 5 minutes. */
export const skewThresholdMs = 30_000;

/** A difference beyond a day is not corrected: it says more about the Date header than about the clock. */
const largestOffsetMs = 24 * 60 * 60 * 1000;

/** The Date header has whole seconds; on average it is half a second behind. */
const granularityMs = 500;

/** What one answer says about the clocks. */
export interface ClockReading {
  /** Server time minus local time at the middle of the exchange, in milliseconds. */
  readonly offsetMs: number;
  /** Server time minus the time that was signed, in milliseconds. */
  readonly signedAgeMs: number | undefined;
}

/**
 * Compares the server's Date with the local clock.
 *
 * @param headers - Of the answer. One with Age comes from a cache, and its Date with it.
 * @param sentAt - Local time, milliseconds since 1970.
 * @param receivedAt - Local time, milliseconds since 1970.
 * @param signedSeconds - Timestamp that the request carried.
 * @see RFC 9110, section 6.6.1 (Date); RFC 9111, section 5.1 (Age).
 */
export function readClock(
  headers: Headers,
  sentAt: number,
  receivedAt: number,
  signedSeconds: number | undefined,
): ClockReading | undefined {
  const date = headers.get("date");
  const parsed = date === null || headers.has("age") ? undefined : parseHttpDate(date.trim(), receivedAt);
  if (parsed === undefined) return undefined;
  const serverTime = parsed + granularityMs;
  const offset = Math.round(serverTime - (sentAt + receivedAt) / 2);
  return {
    // The server may have looked at its clock at any moment of the exchange.
    offsetMs: Math.abs(offset) <= (receivedAt - sentAt) / 2 + granularityMs ? 0 : offset,
    signedAgeMs: signedSeconds === undefined ? undefined : serverTime - signedSeconds * 1000,
  };
}

/**
 * Tells whether the timestamp is the likely cause of a refusal, measured against the time that was signed
 * and not against the arrival of the refusal, so that a request that waited long counts as well.
 */
export function timestampIsSuspect(reading: ClockReading | undefined): boolean {
  return (
    reading?.signedAgeMs !== undefined &&
    Math.abs(reading.signedAgeMs) >= skewThresholdMs &&
    Math.abs(reading.offsetMs) <= largestOffsetMs
  );
}

/**
 * Tells whether a refusal says of itself that it is about the time. Which status and body a refused timestamp
 * has is not specified, so a refusal that says nothing tells nothing.
 */
export function speaksOfTime({ serverMessage = "", serverType = "" }: PartnerCardError): boolean {
  return /time-?stamp|\bclock|\bskew|\bstale\b|too old|in the future/i.test(`${serverMessage} ${serverType}`);
}

/** The clock that signs: local time plus the offset that has proved right. */
export interface SigningClock {
  /** Milliseconds to add to the local time. */
  offsetMs: number;
  /** Last difference that was told of, so that a wrong clock is not told of with every answer. */
  seenMs: number;
}

/**
 * Timestamp of a request.
 *
 * @param now - Local time, milliseconds since 1970.
 * @param offsetMs - Correction, in milliseconds.
 * @returns Unix time in whole seconds.
 * @see Specification, Authentication, 9: X-Service-Request-Timestamp.
 */
export function timestampOf(now: number, offsetMs: number): number {
  return Math.floor((now + offsetMs) / 1000);
}
