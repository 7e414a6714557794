import type { PartnerCardError } from "../core/errors.ts";
import type { ClientEvents } from "../core/events.ts";
import { parseHttpDate } from "../http/http-date.ts";
import type { ReceivedHeaders } from "../http/raw-headers.ts";
import type { CallState, ClientContext, ClockReading } from "./context.ts";

/** Difference at which a clock is considered wrong, in milliseconds: a tenth of the server's 5 minutes. */
export const skewThresholdMs = 30_000;

/** A difference beyond a day is not corrected: a wrong Date header is more likely than a wrong clock. */
const largestOffsetMs = 86_400_000;

/** The Date header has whole seconds; on average it is half a second behind. */
const granularityMs = 500;

/**
 * Compares the server's Date with the local clock.
 *
 * @param headers - Response headers. A response with Age comes from a cache, and so does its Date.
 * @param sentAt - Local time, milliseconds since 1970.
 * @param receivedAt - Local time, milliseconds since 1970.
 * @param signedSeconds - Timestamp in the request.
 * @see RFC 9110, section 6.6.1 (Date); RFC 9111, section 5.1 (Age).
 */
export function readClock(
  headers: ReceivedHeaders,
  sentAt: number,
  receivedAt: number,
  signedSeconds: number | undefined,
): ClockReading | undefined {
  const date = headers.get("date");
  const parsed = date === null || headers.has("age") ? undefined : timeOf(date, receivedAt);
  if (parsed === undefined) return undefined;
  const serverTime = parsed + granularityMs;
  const offset = Math.round(serverTime - (sentAt + receivedAt) / 2);
  return {
    // The server may have read its clock at any time during the exchange.
    offsetMs: Math.abs(offset) <= (receivedAt - sentAt) / 2 + granularityMs ? 0 : offset,
    signedAgeMs: signedSeconds === undefined ? undefined : serverTime - signedSeconds * 1000,
  };
}

let latest: { readonly date: string; readonly time: number | undefined } | undefined;

/** The time of a Date header. All responses of a second have the same one, which is parsed once. */
function timeOf(date: string, now: number): number | undefined {
  if (date !== latest?.date) latest = { date, time: parseHttpDate(date.trim(), now) };
  return latest.time;
}

/**
 * Tells whether the timestamp is the likely cause of a refusal, measured from the signed time
 * and not from the arrival of the refusal, so that a request that waited long is covered too.
 */
export function timestampIsSuspect(reading: ClockReading | undefined): boolean {
  return (
    reading?.signedAgeMs !== undefined &&
    Math.abs(reading.signedAgeMs) >= skewThresholdMs &&
    Math.abs(reading.offsetMs) <= largestOffsetMs
  );
}

/**
 * Tells whether a refusal itself mentions the time. Status and body of the response to a bad timestamp are
 * not specified, so a refusal that does not mention it may still be about it.
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

/** Tells whether a wrong timestamp may be the cause: other statuses mean server state or a conflict. */
export function mayBeTheClock({ status }: PartnerCardError): boolean {
  return status === 400 || status === 401 || status === 403;
}

/**
 * Makes the next attempts of a call sign with the server's time.
 *
 * @param refusal - The refusal that suggests the correction.
 */
export function tryCorrection(context: ClientContext, call: CallState, refusal: PartnerCardError): void {
  call.clockCorrected = true;
  call.tried = { offsetMs: call.attempt.reading?.offsetMs ?? 0, refusal };
  report(context, call, "correction-tried", call.tried.offsetMs);
}

/** Keeps a correction that led to success, for all calls. */
export function adoptCorrection(context: ClientContext, call: CallState): void {
  if (call.tried === undefined) return;
  const { offsetMs } = call.tried;
  context.clock.offsetMs = Math.abs(offsetMs) < skewThresholdMs ? 0 : offsetMs;
  report(context, call, "corrected", context.clock.offsetMs);
}

/**
 * Undoes a correction after another refusal: it may have come from a wrong Date.
 *
 * @param error - How an attempt of the call failed.
 * @returns The refusal to act on: the one before the correction, since the later one may be caused by the
 *   correction. It is the later one if the earlier one mentioned the time, or if a new token may help.
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
