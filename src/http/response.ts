import { type Operation, operations } from "../../generated/operations.ts";
import type { ResponseErrorCode } from "../core/error-codes.ts";
import { ResponseError } from "../core/errors.ts";
import { excerpt, scrub } from "../core/redact.ts";
import { parseRetryAfter } from "./http-date.ts";
import type { WireResponse } from "./send.ts";

/** What the reading of an answer needs to know besides the answer. */
export interface ResponseContext {
  readonly operation: Pick<Operation, "id" | "method">;
  /** Values that must not get from the answer into an error. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The data of an answer.
 *
 * Only the status decides about success. A write's body is open in the specification, so any or none is
 * handed on, an HTML page apart: no service of this kind sends one, a proxy does.
 *
 * @returns Parsed JSON; text of another type on a write; undefined where there is no body.
 * @throws ResponseError for every status but 2xx, and for a body that cannot be what was asked for.
 * @see Specification, Resources and Errors.
 */
export function readResponse(reply: WireResponse, context: ResponseContext): unknown {
  if (reply.status < 200 || reply.status > 299) throw statusError(reply, context);
  const read = context.operation.method === "GET" || isToken(context);
  const contentType = reply.headers.get("content-type");
  const fail = (code: ResponseErrorCode, problem: string) =>
    new ResponseError(code, `${context.operation.id}: ${reply.status} ${problem}.`, {
      ...factsOf(reply, context),
      cause: { contentType: typeOf(reply, context.secrets), bytes: reply.text.length },
    });
  if (reply.text === "") {
    if (read) throw fail("response-empty", "without a body");
    return undefined;
  }
  if (contentType !== null && !/[/+]json\s*(;|$)/i.test(contentType)) {
    if (read || /html/i.test(contentType))
      throw fail("response-not-json", `with ${typeOf(reply, context.secrets)} instead of JSON`);
    return reply.text;
  }
  try {
    return JSON.parse(reply.text) as unknown;
  } catch {
    // The parser's message quotes the body.
    throw fail("response-not-json", "with a body that is not JSON");
  }
}

/**
 * The error for an answer without success.
 *
 * @see Specification, Errors; Resources, Error body.
 */
export function statusError(reply: WireResponse, context: ResponseContext): ResponseError {
  const { operation, secrets } = context;
  const body = parsed(reply.text);
  const text = (name: string) => {
    const value = body[name];
    return typeof value === "string" ? excerpt(value, secrets) : undefined;
  };
  // `error` and `error_description` are OAuth's names (RFC 6749, section 5.2), the others the service's.
  const serverMessage = text("message") ?? text("error_description");
  const code = codeOf(reply.status, isToken(context));
  const said = serverMessage === undefined ? "" : ` It says: ${serverMessage}`;
  return new ResponseError(code, `${operation.id}: ${sentences[code](reply.status)}${said}`, {
    ...factsOf(reply, context),
    serverMessage,
    serverType: text("type") ?? text("error"),
    cause: { status: reply.status, contentType: typeOf(reply, secrets), bytes: reply.text.length },
  });
}

/** The content type, without what a server may have echoed in it. */
function typeOf({ headers }: WireResponse, secrets: readonly string[]): string | null {
  const value = headers.get("content-type");
  return value === null ? null : excerpt(value, secrets, 100);
}

function isToken({ operation }: ResponseContext): boolean {
  return operation.id === operations.requestToken.id;
}

function factsOf(reply: WireResponse, context: ResponseContext) {
  const { headers } = reply;
  return {
    operation: context.operation.id,
    status: reply.status,
    requestId: requestIdOf(headers, context.secrets),
    retryAfterMs: parseRetryAfter(headers.get("retry-after"), headers.get("date"), context.now),
    bodyExcerpt: excerpt(reply.text, context.secrets),
  };
}

/** The names under which servers and gateways commonly send a request id. */
const requestIdHeaders = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "cf-ray"];

/**
 * Request id of an answer, where it is short and plain enough to be one.
 *
 * @param secrets - Values that must not pass for a request id: a server may echo what it was sent.
 */
export function requestIdOf(headers: Headers, secrets: readonly string[]): string | undefined {
  const value = requestIdHeaders.map((name) => headers.get(name)).find((found) => found !== null);
  if (value == null || !/^[\w.:=+/-]{1,128}$/.test(value)) return undefined;
  return scrub(value, secrets) === value ? value : undefined;
}

function codeOf(status: number, token: boolean): StatusCode {
  if (status === 0 || (status >= 300 && status < 400 && status !== 304)) return "redirect-refused";
  if (status === 429) return "rate-limited";
  if (status >= 400 && status < 500) {
    if (token) return "token-refused";
    return status === 401 ? "unauthorized" : "refused";
  }
  return status >= 500 ? "server-error" : "unexpected-status";
}

const sentences = {
  "redirect-refused": (status) =>
    `the server answered with a redirect (${status}), which is not followed; correct baseUrl.`,
  "rate-limited": () => "the server asks to slow down (429).",
  "token-refused": (status) =>
    `the token endpoint refused the request with ${status}; check client id, client secret and scopes.`,
  unauthorized: () => "the server refused the token (401).",
  refused: (status) => `the server refused the request with ${status}.`,
  "server-error": (status) => `the server failed with ${status}.`,
  "unexpected-status": (status) => `the server answered ${status}, which answers nothing.`,
} as const satisfies Partial<Record<ResponseErrorCode, (status: number) => string>>;

type StatusCode = keyof typeof sentences;

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
