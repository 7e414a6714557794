/**
 * The life of a request, from the call to its end. Every step is a file of its own beside this one.
 */

import { openDeadline } from "../core/deadline.ts";
import { concludeError, type PartnerCardError } from "../core/errors.ts";
import { asFailure } from "../http/failure.ts";
import { checkDestination } from "../request/base-url.ts";
import type { Outgoing } from "../request/build.ts";
import { withAttemptTimer } from "./attempt.ts";
import { addToken } from "./authorize.ts";
import { type Answer, type CallSettings, type CallState, newAttempt, type Read } from "./call.ts";
import { exchange } from "./exchange.ts";
import { addKey, outcomeOf, releaseKey } from "./key.ts";
import type { Parts } from "./context.ts";
import { withRetries } from "./retry.ts";
import { addSignature, addTimestamp } from "./sign.ts";

/**
 * Makes one call: any number of attempts, one end.
 *
 * @param parts - What all calls of a client share.
 * @param outgoing - The request, with its body as text.
 * @param settings - Limits, retries, signal and key of this call.
 * @param read - Takes the data out of the answer.
 * @throws PartnerCardError, always; with attempts, time, key and outcome of the call.
 */
export async function perform<T>(
  parts: Parts,
  outgoing: Outgoing,
  settings: CallSettings,
  read: Read<T>,
): Promise<Answer<T>> {
  const call = openCall(parts, outgoing, settings);
  try {
    // Per call: deadline → idempotency key → retry.
    const request = addKey(parts, call, outgoing, settings);
    const { data, reply, requestId } = await withRetries(parts, call, settings, async () => {
      if (call.deadline.ended !== undefined) throw call.deadline.ended;
      // Per attempt: token → timestamp → signature → origin and scheme guard → send.
      const authorized = await addToken(parts, call, request);
      return withAttemptTimer(parts.deps, call.deadline, settings.attemptMs, async (signal) => {
        const timed = addTimestamp(parts, call, authorized);
        const signed = await addSignature(parts, call, timed);
        checkDestination(parts.base, signed.url);
        // Redirects are refused, and the body is read, under the attempt's timer.
        return exchange(parts, call, signed, signal, read);
      });
    });
    const answer = { data, reply, requestId, attempts: call.attempts, idempotencyKey: call.key?.value };
    releaseKey(call, true);
    closeCall(parts, call, () => ({ status: reply.status, requestId: requestId() }));
    return answer;
  } catch (thrown) {
    const error = asFailure(thrown, [...parts.secrets, ...call.secrets]);
    releaseKey(call, false);
    closeCall(parts, call, () => error);
    throw concludeError(error, {
      operation: call.operation.id,
      attempts: call.attempts,
      elapsedMs: Math.round(parts.deps.monotonic() - call.startedAt),
      idempotencyKey: call.key?.value,
      outcome: outcomeOf(call),
    });
  } finally {
    call.deadline.close();
  }
}

function openCall(parts: Parts, { operation }: Outgoing, settings: CallSettings): CallState {
  const { deps, report, base } = parts;
  const id = deps.uuid();
  report("call:start", () => ({
    ...{ callId: id, operation: operation.id, path: operation.path, method: operation.method },
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
    tokenRenewed: false,
    clockCorrected: false,
    tried: undefined,
    outcome: undefined,
    secrets: [],
    attempt: newAttempt(),
  };
}

type CallEnd = Pick<PartnerCardError, "status" | "requestId"> & Partial<Pick<PartnerCardError, "code">>;

function closeCall(
  parts: Parts,
  call: CallState,
  end: () => { [K in keyof CallEnd]: CallEnd[K] | undefined },
): void {
  const outcome = outcomeOf(call);
  parts.report("call:end", () => {
    const { status, requestId, code } = end();
    return {
      ...{ callId: call.id, operation: call.operation.id, attempts: call.attempts },
      durationMs: parts.deps.monotonic() - call.startedAt,
      ...(status === undefined ? {} : { status }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(code === undefined ? {} : { code }),
      ...(call.key === undefined ? {} : { idempotencyKey: call.key.value }),
      ...(code === undefined || outcome === undefined ? {} : { outcome }),
    };
  });
}
