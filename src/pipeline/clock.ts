import type { PartnerCardError } from "../core/errors.ts";
import type { ClientEvents } from "../core/events.ts";
import { parseHttpDate } from "../http/http-date.ts";
import type { CallState, ClientContext, ClockReading } from "./context.ts";

/** Difference from which a clock counts as wrong, in milliseconds: a tenth of the server's 5 minutes. */
export const skewThresholdMs = 30_000;

/** A difference beyond a day is not corrected: it says more about the Date header than about the clock. */
const largestOffsetMs = 86_400_000;

/** The Date header has whole seconds; on average it is half a second behind. */
const granularityMs = 500;

/**
 * Compares the server's Date with the local clock.
 *
 * @param headers - Of the response. One with Age comes from a cache, and its Date with it.
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

/** Tells whether a wrong timestamp may be the cause: it is no server's state and no other's turn that refuses it. */
export function mayBeTheClock({ status }: PartnerCardError): boolean {
  return status === 400 || status === 401 || status === 403;
}

/**
 * Lets the next attempts of a call be signed with the server's time.
 *
 * @param refusal - Why.
 */
export function tryCorrection(context: ClientContext, call: CallState, refusal: PartnerCardError): void {
  call.clockCorrected = true;
  call.tried = { offsetMs: call.attempt.reading?.offsetMs ?? 0, refusal };
  report(context, call, "correction-tried", call.tried.offsetMs);
}

/** Keeps a correction that led to success for all calls. */
export function adoptCorrection(context: ClientContext, call: CallState): void {
  if (call.tried === undefined) return;
  const { offsetMs } = call.tried;
  context.clock.offsetMs = Math.abs(offsetMs) < skewThresholdMs ? 0 : offsetMs;
  report(context, call, "corrected", context.clock.offsetMs);
}

/**
 * Takes a correction back that was refused as well: it may have come from a wrong Date.
 *
 * @param error - How an attempt of the call failed.
 * @returns The refusal to go by: the one before the correction, since the later one may be the fault of the
 *   correction. It is the later one where the earlier one spoke of the time, or where a new token may help.
 */
export function judgeCorrection(
  context: ClientContext,
  call: CallState,
  error: PartnerCardError,
): PartnerCardError {
  const { tried } = call;
  if (tried === undefined || !mayBeTheClock(error)) return error;
  call.tried = undefined;
  report(context, call, "correction-taken-back", tried.offsetMs);
  const mended = speaksOfTime(tried.refusal) && !speaksOfTime(error);
  return mended || (error.status === 401 && !call.tokenRefreshed) ? error : tried.refusal;
}

function report(
  context: ClientContext,
  call: CallState,
  what: ClientEvents["clock"]["what"],
  offsetMs: number,
): void {
  context.report("clock", () => ({ callId: call.id, operation: call.operation.id, what, offsetMs }));
}
