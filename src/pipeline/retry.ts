import { api } from "../../generated/operations.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { pause, race } from "../core/wait.ts";
import { asFailure } from "../http/failure.ts";
import { adoptCorrection, judgeCorrection, timestampIsSuspect, tryCorrection } from "./clock.ts";
import { type CallSettings, type CallState, type ClientContext, secretsOf } from "./context.ts";
import { backoff, type Continuation, type Decision, decide, isWorthRetry } from "./decide.ts";
import { attemptOutcome, combineOutcomes } from "./key.ts";

/**
 * Makes attempts until one succeeds or `decide` says stop. Each attempt gets its own token, timestamp and
 * signature; key and body are those of the call.
 *
 * @param attempt - Makes one whole attempt.
 * @throws PartnerCardError the failure of the last attempt.
 */
export async function withRetries<T>(
  context: ClientContext,
  call: CallState,
  settings: CallSettings,
  attempt: () => Promise<T>,
): Promise<T> {
  let previous: PartnerCardError | undefined;
  for (;;) {
    call.attempt = {};
    try {
      call.deadline.signal.throwIfAborted();
      const result = await attempt();
      adoptCorrection(context, call);
      context.budget.refund(call.failedRetries);
      return result;
    } catch (thrown) {
      const failure = asFailure(thrown, secretsOf(context, call));
      if (call.key !== undefined) {
        const reused = call.key.reused || call.attempts > 1;
        call.outcome = combineOutcomes(
          call.outcome,
          attemptOutcome(call.attempt.sent === true, failure, reused),
        );
      }
      const error = isOwn(call, failure) ? judgeCorrection(context, call, failure) : failure;
      const decision = decideFor(context, call, settings, error);
      if (decision.kind === "stop") throw because(error, previous);
      await follow(context, call, decision, error).catch((ended: PartnerCardError) => {
        throw because(ended, error);
      });
      previous = error;
    }
  }
}

function decideFor(
  context: ClientContext,
  call: CallState,
  settings: CallSettings,
  error: PartnerCardError,
): Decision {
  const { operation } = call;
  const { retryable } = settings;
  const own = isOwn(call, error);
  const use = call.key?.use;
  const keyUnresolved = own && (use?.unresolved === true || call.outcome === "unknown");
  if (call.retries > 0 && own && isWorthRetry({ error, keyUnresolved, retryable })) {
    call.failedRetries += 1;
    context.budget.charge();
  }
  const decision = decide({
    error,
    canRefreshToken: operation.scopes !== null && !call.tokenRefreshed && own,
    canCorrectClock:
      operation.signed !== null && !call.clockCorrected && timestampIsSuspect(call.attempt.reading),
    repeatable: operation.method === "GET" || call.key !== undefined || operation.id === api.token,
    // A token request has already had its own retries.
    retriesLeft: own ? settings.maxRetries - call.retries : 0,
    keyAgeMs: use === undefined ? 0 : context.deps.now() - use.since,
    keyBusy: use?.busy === true && own,
    keyUnresolved,
    backoffMs: backoff(call.retries + 1, settings.baseMs, settings.capMs, context.deps.random()),
    retryAfterCapMs: settings.retryAfterCapMs,
    remainingMs: call.deadline.remaining(),
    retryable,
    budgetAllows: context.budget.allows(),
  });
  const about = {
    callId: call.id,
    operation: operation.id,
    attempt: call.attempts,
    code: error.code,
    status: error.status,
  };
  if (decision.kind === "stop") context.report("retry:stop", () => ({ ...about, because: decision.because }));
  else {
    context.report("retry", () => ({
      ...about,
      reason: decision.kind === "retry" ? "transient" : decision.kind,
      waitMs: decision.waitMs,
      budgetLeft: context.budget.left,
    }));
  }
  return decision;
}

async function follow(
  context: ClientContext,
  call: CallState,
  { kind, waitMs }: Continuation,
  error: PartnerCardError,
): Promise<void> {
  const { signal } = call.deadline;
  switch (kind) {
    case "await-key":
      // The server may be waiting for that call to end, too.
      if (call.key?.use !== undefined) await race(call.key.use.othersEnd(), signal);
      break;
    case "renew-token":
      call.tokenRefreshed = true;
      // A refusal of the old token says nothing about the clock.
      call.clockCorrected = false;
      if (call.attempt.token !== undefined) context.tokens.refuse(call.attempt.token);
      break;
    case "correct-clock":
      tryCorrection(context, call, error);
      break;
    case "retry":
      call.retries += 1;
  }
  if (waitMs > 0 || kind === "retry") await pause(context.deps, waitMs, signal);
}

/** False if the error comes from a token request that the call needed. */
function isOwn(call: CallState, error: PartnerCardError): boolean {
  return error.operation === undefined || error.operation === call.operation.id;
}

/** The error of an expired deadline says little; the failure before it says why. */
function because(error: PartnerCardError, earlier: PartnerCardError | undefined): PartnerCardError {
  if (error.code === "deadline-exceeded" && earlier !== undefined) {
    Object.defineProperty(error, "cause", { value: earlier, configurable: true, writable: true });
  }
  return error;
}
