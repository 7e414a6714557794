import { ownError, PartnerCardError } from "../core/errors.ts";
import type { Outgoing } from "../request/build.ts";
import type { CallState, ClientContext } from "./context.ts";

/**
 * Adds the access token if the operation needs one.
 *
 * @throws PartnerCardError of the token request, with the operationId of that request.
 * @see Specification, Authentication, 5.
 */
export async function addToken(
  context: ClientContext,
  call: CallState,
  request: Outgoing,
): Promise<Outgoing> {
  if (request.operation.scopes === null) return request;
  const token = await context.tokens.get(call.deadline).catch((error: unknown) => {
    // Many calls may be waiting for the same request; each needs its own error.
    throw error instanceof PartnerCardError && error !== call.deadline.signal.reason
      ? ownError(error, "No access token")
      : error;
  });
  call.attempt.token = token;
  call.secrets.push(token);
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}
