import { api, type Operation } from "../../generated/operations.ts";
import type { ResponseErrorCode } from "../core/error-codes.ts";
import { ResponseError } from "../core/errors.ts";
import { parseObject } from "../core/json.ts";
import { excerpt, scrub } from "../core/redact.ts";
import { parseRetryAfter } from "./http-date.ts";
import type { ReceivedHeaders } from "./raw-headers.ts";
import type { WireResponse } from "./send.ts";

/** What is needed to read a response besides the response itself. */
export interface ResponseContext {
  readonly operation: Pick<Operation, "id" | "method">;
  /** Values that must not get from the response into an error. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The data of a response.
 *
 * Only the status decides about success. The specification does not define a write's body, so any or none is
 * passed on, except an HTML page: no service of this kind sends one, but a proxy does.
 *
 * @returns Parsed JSON; text of another type on a write; undefined if there is no body.
 * @throws ResponseError on a non-2xx response, and for a body that cannot be what was asked for.
 * @see Specification, Resources and Errors.
 */
export function readResponse(response: WireResponse, context: ResponseContext): unknown {
  const { status, headers, text } = response;
  if (!isSuccess(response)) throw statusError(response, context);
  const needsBody = context.operation.method === "GET" || isToken(context);
  const fail = (code: ResponseErrorCode, problem: string) =>
    errorOf(code, `${context.operation.id}: ${status} ${problem}.`, response, context);
  if (text === "") {
    if (needsBody) throw fail("response-empty", "without a body");
    return undefined;
  }
  const contentType = headers.get("content-type");
  if (contentType !== null && !/[/+]json\s*(;|$)/i.test(contentType)) {
    if (!needsBody && !/html/i.test(contentType)) return text;
    throw fail("response-not-json", `with ${excerpt(contentType, context.secrets, 100)} instead of JSON`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's message quotes the body.
    throw fail("response-not-json", "with a body that is not JSON");
  }
}

/** Tells whether a response is a success. */
export function isSuccess({ status }: WireResponse): boolean {
  return status >= 200 && status <= 299;
}

/**
 * The error for a non-success response.
 *
 * @see Specification, Errors; Resources, Error body.
 */
export function statusError(response: WireResponse, context: ResponseContext): ResponseError {
  const { status } = response;
  const body = parseObject(response.text) ?? {};
  const text = (name: string) => {
    const value = body[name];
    return typeof value === "string" ? excerpt(value, context.secrets) : undefined;
  };
  // `error` and `error_description` are OAuth's names (RFC 6749, section 5.2), the others the service's.
  const serverMessage = text("message") ?? text("error_description");
  const serverType = text("type") ?? text("error");
  const code = codeOf(status, isToken(context));
  const said = serverMessage === undefined ? "" : ` It says: ${serverMessage}`;
  const message = `${context.operation.id}: ${sentences[code](status)}${said}`;
  return errorOf(code, message, response, context, { serverMessage, serverType });
}

function isToken({ operation }: ResponseContext): boolean {
  return operation.id === api.token;
}

function errorOf(
  code: ResponseErrorCode,
  message: string,
  { status, headers, text }: WireResponse,
  { operation, secrets, now }: ResponseContext,
  said: { readonly serverMessage?: string | undefined; readonly serverType?: string | undefined } = {},
): ResponseError {
  // A server may echo a secret in the content type too.
  const contentType = headers.get("content-type");
  return new ResponseError(code, message, {
    ...said,
    operation: operation.id,
    status,
    requestId: requestIdOf(headers, secrets),
    retryAfterMs: parseRetryAfter(headers.get("retry-after"), headers.get("date"), now),
    bodyExcerpt: excerpt(text, secrets),
    cause: { status, contentType: contentType && excerpt(contentType, secrets, 100), bytes: text.length },
  });
}

/** Header names in which servers and gateways commonly send a request id. */
const requestIdHeaders = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "cf-ray"];

/**
 * Request id of a response, if it is short and plain enough to be one.
 *
 * @param secrets - Values that must not be taken for a request id: a server may echo what it received.
 */
export function requestIdOf(headers: ReceivedHeaders, secrets: readonly string[]): string | undefined {
  const value = requestIdHeaders.map((name) => headers.get(name)).find((found) => found !== null);
  if (value == null || !/^[\w.:=+/-]{1,128}$/.test(value)) return undefined;
  return scrub(value, secrets) === value ? value : undefined;
}

function codeOf(status: number, token: boolean): keyof typeof sentences {
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
    `the server redirects (${status}), and redirects are not followed; correct baseUrl.`,
  "rate-limited": () => "the server asks to slow down (429).",
  "token-refused": (status) =>
    `the token endpoint refused the request with ${status}; check client id, client secret and scopes.`,
  unauthorized: () => "the server refused the token (401).",
  refused: (status) => `the server refused the request with ${status}.`,
  "server-error": (status) => `the server failed with ${status}.`,
  "unexpected-status": (status) => `the server responded with ${status}, which is neither success nor error.`,
} as const satisfies Partial<Record<ResponseErrorCode, (status: number) => string>>;
