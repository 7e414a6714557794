import type { Operation } from "../../generated/operations.ts";
import { scrub } from "../core/redact.ts";
import { statusError } from "../http/response.ts";
import { type ClientCredentials, parseTokenResponse, tokenForm } from "../token/request.ts";
import type { Token } from "../token/store.ts";
import type { CallSettings, Read } from "./call.ts";
import { perform } from "./index.ts";
import type { Parts } from "./context.ts";

/**
 * The token request, as a call like any other: with deadline, retries and guards, but without a token.
 *
 * @param settings - Of the client. A request that others wait for too is not ended by one caller's signal, but by
 *   the signal that the returned function takes.
 * @param operation - The token endpoint in the table of operations.
 * @see Specification, Endpoints, POST /v1/oauth/token.
 */
export function grantRequest(
  parts: Omit<Parts, "tokens">,
  credentials: ClientCredentials,
  settings: CallSettings,
  operation: Operation,
): (signal: AbortSignal) => Promise<Token> {
  const { base, report, secrets } = parts;
  const read: Read<Token> = (reply, context) => {
    if (reply.status < 200 || reply.status > 299) throw statusError(reply, context);
    const type = reply.headers.get("content-type");
    const grant = parseTokenResponse(reply.status, type === null ? null : scrub(type, secrets), reply.text);
    const missing = credentials.scopes.filter((scope) => grant.scopes?.includes(scope) === false);
    if (missing.length > 0) report("token", () => ({ what: "scopes-missing", detail: missing.join(" ") }));
    const lifetimeMs = grant.expiresIn * 1000;
    // Counted from the sending: the server may have counted from any moment since.
    return { value: grant.accessToken, expiresAt: context.sentAt + lifetimeMs, lifetimeMs };
  };
  // It needs no token, so nobody may ask for one: that would wait for itself.
  const tokens = {
    get: () => Promise.reject(new Error("no token for the token request")),
    refuse: () => undefined,
  };
  return async (signal) => {
    const outgoing = {
      ...{
        operation,
        method: operation.method,
        url: base.href + operation.path,
        body: tokenForm(credentials),
      },
      headers: { accept: "application/json", "content-type": operation.mediaType ?? "" },
    };
    return (await perform({ ...parts, tokens }, outgoing, { ...settings, signal }, read)).data;
  };
}
