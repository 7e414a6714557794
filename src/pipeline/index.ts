/** A call from start to end. Each step has its own file in this folder. */
import { openDeadline } from "../core/deadline.ts";
import { ConnectionError, concludeError } from "../core/errors.ts";
import { withTimeout } from "../core/wait.ts";
import { asFailure } from "../http/failure.ts";
import { checkDestination } from "../request/base-url.ts";
import type { Outgoing } from "../request/build.ts";
import { addToken } from "./authorize.ts";
import { type CallSettings, type CallState, type ClientContext, type Read, secretsOf } from "./context.ts";
import { exchange } from "./exchange.ts";
import { addKey, outcomeOf, releaseKey } from "./key.ts";
import type { CallResult } from "./result.ts";
import { withRetries } from "./retry.ts";
import { addSignature, addTimestamp } from "./sign.ts";

/**
 * Makes one call: any number of attempts, one result.
 *
 * @param context - What all calls of a client share.
 * @param outgoing - The request, with its body as text.
 * @param settings - Limits, retries, signal and key of this call.
 * @param read - Reads the data of the response.
 * @throws PartnerCardError and nothing else; with attempts, time, key and outcome of the call.
 */
export async function perform<T>(
  context: ClientContext,
  outgoing: Outgoing,
  settings: CallSettings,
  read: Read<T>,
): Promise<CallResult<T>> {
  const call = openCall(context, outgoing, settings);
  const { deps, base } = context;
  try {
    // Per call: deadline → idempotency key → retry.
    const request = addKey(context, call, outgoing, settings);
    const result = await withRetries(context, call, settings, async () => {
      // Per attempt: token → timestamp → signature → origin and scheme guard → send.
      const authorized = await addToken(context, call, request);
      const { attemptMs } = settings;
      return withTimeout(deps, attemptMs, call.deadline.signal, tooSlow(attemptMs), async (ending) => {
        const timed = addTimestamp(context, call, authorized);
        const signed = await addSignature(context, call, timed);
        checkDestination(base, signed.url);
        // Refusing redirects and reading the body are covered by the attempt's timer.
        return exchange(context, call, signed, ending, read);
      });
    });
    closeCall(context, call, result);
    return result;
  } catch (thrown) {
    const error = asFailure(thrown, secretsOf(context, call));
    closeCall(context, call, error);
    throw concludeError(error, {
      operation: call.operation.id,
      attempts: call.attempts,
      elapsedMs: Math.round(deps.monotonic() - call.startedAt),
      idempotencyKey: call.key?.value,
      outcome: outcomeOf(call),
    });
  } finally {
    call.deadline.close();
  }
}

function tooSlow(ms: number): () => ConnectionError {
  return () =>
    new ConnectionError("attempt-timeout", `The attempt took longer than ${ms} ms.`, { cause: { ms } });
}

function openCall(context: ClientContext, { operation }: Outgoing, settings: CallSettings): CallState {
  const { deps, report, base } = context;
  const id = deps.uuid();
  report("call:start", () => ({
    callId: id,
    operation: operation.id,
    path: operation.path,
    method: operation.method,
    origin: base.origin,
  }));
  return {
    id,
    operation,
    startedAt: deps.monotonic(),
    deadline: openDeadline(deps, settings.totalMs, settings.signal),
    key: undefined,
    attempts: 0,
    retries: 0,
    failedRetries: 0,
    tokenRefreshed: false,
    clockCorrected: false,
    tried: undefined,
    outcome: undefined,
    secrets: [],
    attempt: {},
  };
}

/** @param end - The result of the call, or the error that ends it. */
function closeCall(
  { deps, report }: ClientContext,
  call: CallState,
  end: CallResult<unknown> | ReturnType<typeof asFailure>,
): void {
  const code = "code" in end ? end.code : undefined;
  releaseKey(call, code === undefined);
  const outcome = code === undefined ? undefined : outcomeOf(call);
  report("call:end", () => ({
    callId: call.id,
    operation: call.operation.id,
    attempts: call.attempts,
    durationMs: deps.monotonic() - call.startedAt,
    status: end.status,
    requestId: end.requestId,
    code,
    idempotencyKey: call.key?.value,
    outcome,
  }));
}
