import createBuilder from "openapi-fetch";
import type { Operation } from "../../generated/operations.ts";
import { refused } from "../core/checks.ts";
import { checkJson, isPlainObject, refusedBody, toJson } from "./body.ts";
import { checkInput, type RequestInput } from "./input.ts";
import { checkMergePatch } from "./merge-patch.ts";
import { fillPath } from "./path.ts";

/** A request before token, key, timestamp and signature. */
export interface Outgoing {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Makes the request of a call: URL, headers, body as text. */
export type BuildRequest = (operation: Operation, input: RequestInput) => Promise<Outgoing>;

/**
 * Lets openapi-fetch make requests. It is used for that alone: what it does with answers is not what this
 * client needs (an empty error body is no error to it, an HTML page is a SyntaxError), and its middleware
 * cannot retry. So it gets a `Request` that only holds its parts, and a `fetch` that only takes them.
 *
 * No other file imports openapi-fetch, and nothing of it is exported.
 *
 * @param baseUrl - Without a slash at the end.
 */
export function requestBuilder(baseUrl: string): BuildRequest {
  const builder = createBuilder<AnyPaths>({
    baseUrl,
    Request: RequestParts as unknown as typeof Request,
    pathSerializer: fillPath,
  });
  return async (operation, input) => {
    checkInput(operation, input);
    checkHeaders(operation, input);
    let parts: RequestParts | undefined;
    await builder.request(operation.method.toLowerCase() as "get", operation.path, {
      params: { path: {}, ...input.params },
      headers: { accept: "application/json", ...typeHeader(operation, input), ...input.headers },
      body: input.body,
      bodySerializer: () => serialize(operation, input.body),
      fetch: (request: unknown) => {
        parts = request as RequestParts;
        return Promise.resolve(nothing);
      },
    });
    if (parts === undefined) throw new Error("openapi-fetch made no request");
    const { url, body } = parts;
    return { operation, method: operation.method, url, body, headers: Object.fromEntries(parts.headers) };
  };
}

/** The compiler has checked the call already, against the types of the description. */
type AnyPaths = Record<string, { get: { requestBody: { content: { "a/b": unknown } }; responses: object } }>;

/** Looks like a Request to openapi-fetch, and costs nothing. */
class RequestParts {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  constructor(url: string, init: { method: string; headers: Headers; body?: string }) {
    this.url = url;
    this.method = init.method;
    this.headers = init.headers;
    this.body = init.body;
  }
}

/** What openapi-fetch takes for the answer: it has no body, so nothing is parsed. */
const nothing = new Response(null, { status: 204 });

function typeHeader(operation: Operation, input: RequestInput): Record<string, string> {
  return operation.mediaType === null || input.body === undefined
    ? {}
    : { "content-type": operation.mediaType };
}

function serialize(operation: Operation, body: unknown): string {
  if (operation.mediaType === "application/x-www-form-urlencoded") {
    return typeof body === "string" ? body : new URLSearchParams(formFields(body)).toString();
  }
  if (operation.mediaType === "application/merge-patch+json") checkMergePatch(body);
  else checkJson(body);
  return toJson(body);
}

/** The fields of a form; URLSearchParams would make text of anything. */
function formFields(body: unknown): Record<string, string> {
  if (!isPlainObject(body)) throw refusedBody("", "must be an object of texts, or text");
  for (const [name, value] of Object.entries(body))
    if (typeof value !== "string") throw refusedBody(`/${name}`, "must be text");
  return body as Record<string, string>;
}

/**
 * Headers that belong to the client or to the HTTP stack: those that it makes, and those about a connection
 * rather than a request (RFC 9110, sections 7.6.1, 7.8 and 10.1.1). HTTP stacks refuse most of them, some
 * only once they send.
 */
const reserved = `authorization connection content-length content-type expect host keep-alive
  proxy-connection te trailer transfer-encoding upgrade`.split(/\s+/);

function checkHeaders(operation: Operation, { params, headers }: RequestInput): void {
  const refusedHeader = (name: string, problem: string) => refused(name, problem, "invalid-argument");
  const own = [operation.signed?.signature, operation.signed?.timestamp, ...reserved];
  for (const [name, value] of Object.entries({ ...params?.header, ...headers })) {
    if (value === undefined) continue;
    // Checked here, because the Headers class quotes a value that it refuses.
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw refusedHeader("A header name", "is malformed");
    if (own.some((other) => other?.toLowerCase() === name.toLowerCase())) {
      throw refusedHeader(`The header "${name}"`, "is set by the client or its HTTP stack; leave it out");
    }
    if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw refusedHeader(`The header "${name}"`, "has a value that no header can hold");
    }
  }
}
