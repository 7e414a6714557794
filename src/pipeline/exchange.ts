import { PartnerCardError } from "../core/errors.ts";
import { requestIdOf } from "../http/response.ts";
import type { Reply } from "../http/fetch-send.ts";
import type { Outgoing } from "../request/build.ts";
import type { CallState, Read } from "./call.ts";
import { readClock, skewThresholdMs } from "./clock.ts";
import type { Parts } from "./context.ts";

/** An answer that could be read. */
interface Exchanged<T> {
  readonly data: T;
  readonly reply: Reply;
  /** Request id, where the server sends one; found when asked for. */
  readonly requestId: () => string | undefined;
}

/**
 * Sends one request, notes what its answer says about the clocks, and reads the answer.
 *
 * @param signal - Ends with the attempt.
 */
export async function exchange<T>(
  parts: Parts,
  call: CallState,
  request: Outgoing,
  signal: AbortSignal,
  read: Read<T>,
): Promise<Exchanged<T>> {
  // A signer may have taken longer than the attempt; then the next one is under way already.
  if (signal.aborted) throw signal.reason;
  const { deps, report } = parts;
  const { attempt } = call;
  call.attempts += 1;
  const about = { callId: call.id, operation: call.operation.id, attempt: call.attempts };
  const startedAt = deps.monotonic();
  const sentAt = deps.now();
  report("attempt:start", () => ({
    ...about,
    ...(attempt.timestamp === undefined ? {} : { timestamp: attempt.timestamp }),
  }));
  let reply: Reply | undefined;
  let requestId: Exchanged<T>["requestId"] = () => undefined;
  let code: PartnerCardError["code"] | undefined;
  try {
    attempt.sent = true;
    const { method, url, headers, body } = request;
    reply = await parts.send({ method, url, headers, body }, signal);
    noteClock(parts, call, reply.headers, sentAt);
    const secrets = [...parts.secrets, ...call.secrets];
    const { headers: received } = reply;
    requestId = () => requestIdOf(received, secrets);
    const context = { operation: request.operation, callId: call.id, secrets, now: deps.now(), sentAt };
    return { data: read(reply, context), reply, requestId };
  } catch (error) {
    // What stopped the attempt says more than what the transport made of it.
    const reason: unknown = signal.aborted ? signal.reason : error;
    code = reason instanceof PartnerCardError ? reason.code : "network";
    throw error;
  } finally {
    report("attempt:end", () => {
      const id = requestId();
      return {
        ...about,
        durationMs: deps.monotonic() - startedAt,
        ...(reply === undefined ? {} : { status: reply.status }),
        ...(code === undefined ? {} : { code }),
        ...(id === undefined ? {} : { requestId: id }),
      };
    });
  }
}

function noteClock({ deps, report, clock }: Parts, call: CallState, headers: Headers, sentAt: number): void {
  const { attempt } = call;
  attempt.reading = readClock(headers, sentAt, deps.now(), attempt.timestamp);
  const offsetMs = attempt.reading?.offsetMs;
  if (offsetMs !== undefined && Math.abs(offsetMs - clock.seenMs) >= skewThresholdMs) {
    clock.seenMs = offsetMs;
    report("clock", () => ({ callId: call.id, operation: call.operation.id, what: "skew-seen", offsetMs }));
  }
}
