import { operations } from "../../generated/operations.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { asFailure } from "../http/failure.ts";
import { backoff } from "./backoff.ts";
import { type CallSettings, type CallState, newAttempt } from "./call.ts";
import { timestampIsSuspect } from "./clock.ts";
import { adoptCorrection, judgeCorrection, tryCorrection } from "./correction.ts";
import { type Continuation, type Decision, decide, isWorthRetry } from "./decide.ts";
import { attemptOutcome, combineOutcomes } from "./outcome.ts";
import type { Parts } from "./context.ts";
import { pause } from "./pause.ts";

/**
 * Makes attempts until one succeeds or `decide` says stop. Each attempt makes its own token, timestamp and
 * signature; key and body are those of the call.
 *
 * @param attempt - One whole attempt.
 * @throws PartnerCardError the failure of the last attempt.
 */
export async function withRetries<T>(
  parts: Parts,
  call: CallState,
  settings: CallSettings,
  attempt: () => Promise<T>,
): Promise<T> {
  let previous: PartnerCardError | undefined;
  for (;;) {
    call.attempt = newAttempt();
    try {
      const result = await attempt();
      adoptCorrection(parts, call);
      parts.budget.refund(call.failedRetries);
      return result;
    } catch (thrown) {
      const failure = asFailure(thrown, [...parts.secrets, ...call.secrets]);
      if (call.key !== undefined) {
        const reused = call.key.reused || call.attempts > 1;
        const outcome = attemptOutcome({ sent: call.attempt.sent, error: failure }, reused);
        call.outcome = combineOutcomes(call.outcome, outcome);
      }
      const error = isOwn(call, failure) ? judgeCorrection(parts, call, failure) : failure;
      const { retryable } = settings;
      const keyUnanswered = isKeyUnanswered(call, error);
      if (call.retries > 0 && isOwn(call, error) && isWorthRetry({ error, keyUnanswered, retryable })) {
        call.failedRetries += 1;
        parts.budget.charge();
      }
      const decision = decideFor(parts, call, settings, error);
      if (decision.kind === "stop") throw because(error, previous);
      await follow(parts, call, decision, error).catch((ended: PartnerCardError) => {
        throw because(ended, error);
      });
      previous = error;
    }
  }
}

function decideFor(parts: Parts, call: CallState, settings: CallSettings, error: PartnerCardError): Decision {
  const { operation } = call;
  const nested = !isOwn(call, error);
  const use = call.key?.use;
  const decision = decide({
    error,
    canRenewToken: operation.scopes !== null && !call.tokenRenewed && !nested,
    canCorrectClock:
      operation.signed !== null && !call.clockCorrected && timestampIsSuspect(call.attempt.reading),
    repeatable:
      operation.method === "GET" || call.key !== undefined || operation.id === operations.requestToken.id,
    // A token request has had its own retries.
    retriesLeft: nested ? 0 : settings.maxRetries - call.retries,
    keyAgeMs: use === undefined ? 0 : parts.deps.now() - use.since,
    keyBusy: use?.busy === true && !nested,
    keyUnanswered: isKeyUnanswered(call, error),
    backoffMs: backoff(call.retries + 1, settings.baseMs, settings.capMs, parts.deps.random()),
    retryAfterCapMs: settings.retryAfterCapMs,
    remainingMs: call.deadline.remaining(),
    retryable: settings.retryable,
    budgetAllows: parts.budget.allows(),
  });
  const about = { ...eventOf(call), code: error.code, ...statusOf(error) };
  if (decision.kind === "stop") parts.report("retry:stop", () => ({ ...about, because: decision.because }));
  else {
    parts.report("retry", () => ({
      ...about,
      reason: decision.kind === "retry" ? "transient" : decision.kind,
      waitMs: decision.waitMs,
      budgetLeft: parts.budget.left,
    }));
  }
  return decision;
}

async function follow(
  parts: Parts,
  call: CallState,
  decision: Continuation,
  error: PartnerCardError,
): Promise<void> {
  switch (decision.kind) {
    case "await-key":
      // Its end may be what the server is waiting for too.
      if (call.key?.use !== undefined) await call.deadline.race(call.key.use.othersEnd());
      break;
    case "renew-token":
      call.tokenRenewed = true;
      // What was refused with the old token says nothing about the clock.
      call.clockCorrected = false;
      if (call.attempt.token !== undefined) parts.tokens.refuse(call.attempt.token);
      break;
    case "correct-clock":
      tryCorrection(parts, call, error);
      break;
    case "retry":
      call.retries += 1;
  }
  if (decision.waitMs > 0 || decision.kind === "retry")
    await pause(parts.deps, decision.waitMs, call.deadline);
}

function isKeyUnanswered(call: CallState, error: PartnerCardError): boolean {
  return (call.key?.use?.unanswered === true || call.outcome === "unknown") && isOwn(call, error);
}

/** False for the error of a token request that the call needed. */
function isOwn(call: CallState, error: PartnerCardError): boolean {
  return error.operation === undefined || error.operation === call.operation.id;
}

function eventOf(call: CallState) {
  return { callId: call.id, operation: call.operation.id, attempt: call.attempts };
}

function statusOf(error: PartnerCardError) {
  return error.status === undefined ? {} : { status: error.status };
}

/** The end of a deadline says little; the failure before it says why. */
function because(error: PartnerCardError, earlier: PartnerCardError | undefined): PartnerCardError {
  if (error.code === "deadline-exceeded" && earlier !== undefined) {
    Object.defineProperty(error, "cause", { value: earlier, configurable: true, writable: true });
  }
  return error;
}
