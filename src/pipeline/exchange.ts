import type { Ending } from "../core/abort.ts";
import { PartnerCardError } from "../core/errors.ts";
import { nextTurn } from "../core/wait.ts";
import type { ReceivedHeaders } from "../http/raw-headers.ts";
import { requestIdOf } from "../http/response.ts";
import type { WireResponse } from "../http/send.ts";
import type { Outgoing } from "../request/build.ts";
import { readClock, skewThresholdMs } from "./clock.ts";
import { type CallState, type ClientContext, type Read, secretsOf } from "./context.ts";
import { CallResult } from "./result.ts";

/**
 * Sends one request, records what its response says about the clocks, and reads the response.
 *
 * @param ending - Comes when the attempt ends.
 */
export async function exchange<T>(
  context: ClientContext,
  call: CallState,
  request: Outgoing,
  ending: Ending,
  read: Read<T>,
): Promise<CallResult<T>> {
  // Calls that go on in the same turn, as responses come in, are sent together at its end, which takes up to a third
  // less CPU time than to send each between the reading of two responses.
  await nextTurn();
  // A signer may have taken longer than the attempt; then the next attempt has already started.
  ending.throwIfAborted();
  const { deps, report } = context;
  const { attempt, operation } = call;
  call.attempts += 1;
  const about = { callId: call.id, operation: operation.id, attempt: call.attempts };
  const startedAt = deps.monotonic();
  const sentAt = deps.now();
  report("attempt:start", () => ({ ...about, timestamp: attempt.timestamp }));
  let response: WireResponse | undefined;
  let requestId: () => string | undefined = () => undefined;
  let code: PartnerCardError["code"] | undefined;
  try {
    attempt.sent = true;
    const { method, url, headers, body } = request;
    const received = await context.send({ method, url, headers, body }, ending);
    response = received;
    noteClock(context, call, received.headers, sentAt);
    const secrets = secretsOf(context, call);
    requestId = () => requestIdOf(received.headers, secrets);
    const data = await read(received, { operation, callId: call.id, secrets, now: deps.now(), sentAt });
    const facts = { attempts: call.attempts, idempotencyKey: call.key?.value, requestId };
    return new CallResult(data, received, facts);
  } catch (error) {
    // The reason for the abort says more than the transport's error.
    const reason: unknown = ending.aborted ? ending.reason : error;
    code = reason instanceof PartnerCardError ? reason.code : "network";
    throw error;
  } finally {
    report("attempt:end", () => ({
      ...about,
      durationMs: deps.monotonic() - startedAt,
      status: response?.status,
      code,
      requestId: requestId(),
    }));
  }
}

function noteClock(
  { deps, report, clock }: ClientContext,
  call: CallState,
  headers: ReceivedHeaders,
  sentAt: number,
): void {
  const { attempt } = call;
  attempt.reading = readClock(headers, sentAt, deps.now(), attempt.timestamp);
  const offsetMs = attempt.reading?.offsetMs;
  if (offsetMs !== undefined && Math.abs(offsetMs - clock.seenMs) >= skewThresholdMs) {
    clock.seenMs = offsetMs;
    report("clock", () => ({ callId: call.id, operation: call.operation.id, what: "skew-seen", offsetMs }));
  }
}
