import type { PartnerCardError } from "../core/errors.ts";
import type { ClientEvents } from "../core/events.ts";
import type { CallState } from "./call.ts";
import { skewThresholdMs, speaksOfTime } from "./clock.ts";
import { mayBeTheClock } from "./decide.ts";
import type { Parts } from "./context.ts";

/**
 * Lets the next attempts of a call be signed with the server's time.
 *
 * @param refusal - Why.
 */
export function tryCorrection(parts: Parts, call: CallState, refusal: PartnerCardError): void {
  call.clockCorrected = true;
  call.tried = { offsetMs: call.attempt.reading?.offsetMs ?? 0, refusal };
  report(parts, call, "correction-tried", call.tried.offsetMs);
}

/** Keeps a correction that led to success for all calls. */
export function adoptCorrection(parts: Parts, call: CallState): void {
  if (call.tried === undefined) return;
  const { offsetMs } = call.tried;
  parts.clock.offsetMs = Math.abs(offsetMs) < skewThresholdMs ? 0 : offsetMs;
  report(parts, call, "corrected", parts.clock.offsetMs);
}

/**
 * Takes a correction back that was refused as well: it may have come from a wrong Date.
 *
 * @param error - How an attempt of the call failed.
 * @returns The refusal to go by: the one before the correction, since the later one may be the fault of the
 *   correction. It is the later one where the earlier one spoke of the time, or where a new token may help.
 */
export function judgeCorrection(parts: Parts, call: CallState, error: PartnerCardError): PartnerCardError {
  const { tried } = call;
  if (tried === undefined || !mayBeTheClock(error)) return error;
  call.tried = undefined;
  report(parts, call, "correction-taken-back", tried.offsetMs);
  const mended = speaksOfTime(tried.refusal) && !speaksOfTime(error);
  return mended || (error.status === 401 && !call.tokenRenewed) ? error : tried.refusal;
}

function report(parts: Parts, call: CallState, what: ClientEvents["clock"]["what"], offsetMs: number): void {
  parts.report("clock", () => ({ callId: call.id, operation: call.operation.id, what, offsetMs }));
}
