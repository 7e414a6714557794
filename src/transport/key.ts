import { RequestError } from "../errors.ts";
import type { CallSettings, CallState, Outgoing } from "./call.ts";
import type { Parts } from "./parts.ts";

/**
 * Adds the idempotency key, where the operation takes one: the caller's, or a fresh UUID. It is made once per
 * call, so that all attempts carry the same.
 *
 * @throws RequestError `idempotency-conflict`, `idempotency-expired` or `invalid-argument`.
 * @see Specification, Authentication, 9: Idempotency-Key.
 */
export function addKey<R extends Outgoing>(
  parts: Parts,
  call: CallState,
  request: R,
  settings: CallSettings,
): R {
  const header = request.operation.idempotent;
  if (header === null) {
    if (settings.idempotencyKey === undefined) return request;
    throw new RequestError(
      "invalid-argument",
      `${request.operation.id} takes no idempotency key; leave idempotencyKey out.`,
      { cause: { argument: "idempotencyKey" } },
    );
  }
  // The description has the key as a header parameter, so it may also come as one.
  const { [header.toLowerCase()]: parameter, ...headers } = request.headers;
  const given = settings.idempotencyKey ?? parameter;
  const value = given ?? parts.deps.uuid();
  const reused = given !== undefined;
  // Set before the claim, so that a refused key stands on the error.
  call.key = { value, since: parts.deps.now(), reused };
  const use = parts.keys.claim(value, [request.method, request.url, request.body ?? ""], parts.deps.now());
  call.key = { value, since: use.since, reused };
  // What an earlier call left open is not closed by a refusal now.
  if (use.open) call.outcome = "unknown";
  return { ...request, headers: { ...headers, [header]: value } };
}
