import { createFinalURL, createQuerySerializer, serializeArrayParam } from "openapi-fetch";
import type { Operation } from "../../generated/operations.ts";
import { wrongArgument } from "../core/checks.ts";
import { checkJson, isPlainObject, refusedBody, toJson } from "./body.ts";
import { checkInput, type RequestInput } from "./input.ts";
import { checkMergePatch, mergePatchType } from "./merge-patch.ts";
import { fillPath } from "./path.ts";

/** A request before token, key, timestamp and signature. */
export interface Outgoing {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Media type of the responses that the client can read. */
export const accepted = "application/json";

/** Media type of a form. WHATWG URL, application/x-www-form-urlencoded. */
const formType = "application/x-www-form-urlencoded";

const plainQuery = createQuerySerializer<Record<string, unknown>>();

/**
 * Writes a query: a list of values as the operation takes it, each by the name of its parameter by default. A query holds no
 * bare vertical bar (RFC 3986, section 3.4).
 */
function queryOf({ queryLists }: Operation, query: Readonly<Record<string, unknown>>): string {
  if (queryLists === undefined) return plainQuery(query);
  const plain: Record<string, unknown> = {};
  const joined: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const list = queryLists[name];
    if (list === undefined || list.explode || !Array.isArray(value)) plain[name] = value;
    else if (value.length > 0) joined.push(serializeArrayParam(name, value, list).replaceAll("|", "%7C"));
  }
  return [plainQuery(plain), ...joined].filter((text) => text !== "").join("&");
}

/**
 * Builds the request of a call: URL, headers, body as text.
 *
 * Only the serialisers of openapi-fetch are used. Its full client, with this client's pipeline as `fetch`,
 * takes 1.7 times the CPU time per call (medians of interleaved rounds without network and signature: a list
 * 64 instead of 38 µs, a write 88 instead of 51 µs), since each call then creates a `Request` and a
 * `Response` and parses the body twice: whether a write is settled depends on its body, so the pipeline must
 * read it. Its result also has no place for attempts, key and outcome.
 *
 * No other file imports openapi-fetch, and nothing of it is exported.
 *
 * @param baseUrl - Without a trailing slash.
 * @throws RequestError `invalid-argument` or `invalid-body`.
 */
export function buildRequest(baseUrl: string, operation: Operation, input: RequestInput): Outgoing {
  checkInput(operation, input);
  checkHeaders(operation, input);
  const { mediaType, method } = operation;
  const { body, headers, params } = input;
  const type = mediaType === null || body === undefined ? {} : { "content-type": mediaType };
  return {
    operation,
    method,
    url: createFinalURL(operation.path, {
      baseUrl,
      params: { query: params?.query ?? {}, path: params?.path ?? {} },
      querySerializer: (query) => queryOf(operation, query),
      pathSerializer: fillPath,
    }),
    headers: mergeHeaders({ accept: accepted, ...type }, headers, params?.header),
    body: body === undefined ? undefined : serialize(operation, body),
  };
}

/**
 * Headers by lower-case name; a later one replaces an earlier one. That of openapi-fetch makes a `Headers` object of
 * each part, which costs as much as the rest of a request.
 *
 * @param parts - Checked, except that a value may be undefined.
 */
function mergeHeaders(...parts: readonly (object | undefined)[]): Record<string, string> {
  const merged = new Map<string, string>();
  for (const part of parts) {
    // Blanks around a value are not part of it (RFC 9110, section 5.5).
    for (const [name, value] of Object.entries(part ?? {}))
      if (value !== undefined) merged.set(name.toLowerCase(), value.replace(/^[\t ]+|[\t ]+$/g, ""));
  }
  return Object.fromEntries(merged);
}

function serialize({ mediaType }: Operation, body: unknown): string {
  if (mediaType === formType) {
    return typeof body === "string" ? body : new URLSearchParams(formFields(body)).toString();
  }
  if (mediaType === mergePatchType) checkMergePatch(body);
  else checkJson(body);
  return toJson(body);
}

/** The fields of a form; checked, because URLSearchParams converts any value to text. */
function formFields(body: unknown): Record<string, string> {
  if (!isPlainObject(body)) throw refusedBody("", "must be an object of strings, or a string");
  for (const [name, value] of Object.entries(body))
    if (typeof value !== "string") throw refusedBody(`/${name}`, "must be a string");
  return body as Record<string, string>;
}

/**
 * Headers that belong to the client or to the HTTP stack: those that the client sets, and those about a
 * connection rather than a request (RFC 9110, sections 7.6.1, 7.8 and 10.1.1). HTTP stacks refuse most of
 * them, some only when sending.
 */
const reserved = `authorization connection content-length content-type expect host keep-alive
  proxy-connection te trailer transfer-encoding upgrade`.split(/\s+/);

/** Names of headers that have a value, in lower case. */
function headerNames(headers: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name.toLowerCase()],
  );
}

function checkHeaders(operation: Operation, { params, headers }: RequestInput): void {
  const given = operation.needed === undefined ? [] : headerNames({ ...params?.header, ...headers });
  const lacking = Object.keys(operation.needed ?? {}).find((name) => !given.includes(name.toLowerCase()));
  if (lacking !== undefined) {
    throw wrongArgument(`The header "${lacking}"`, `is needed by ${operation.id}; give it in headers`);
  }
  if (params?.header === undefined && headers === undefined) return;
  const own = [operation.signed?.signature, operation.signed?.timestamp, ...reserved];
  for (const [name, value] of Object.entries({ ...params?.header, ...headers })) {
    if (value === undefined) continue;
    // Checked here, because the Headers class quotes a refused value in its error.
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw wrongArgument("A header name", "is malformed");
    if (own.some((other) => other?.toLowerCase() === name.toLowerCase())) {
      throw wrongArgument(`The header "${name}"`, "is set by the client or its HTTP stack; leave it out");
    }
    if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw wrongArgument(`The header "${name}"`, "has a value that no header can hold");
    }
  }
}
