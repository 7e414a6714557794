import { checkFunction, positive, refused } from "../core/checks.ts";
import { ConnectionError, ResponseError } from "../core/errors.ts";
import { codeOf } from "./failure.ts";

/** A request as it goes on the wire. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** An answer whose body has been read to its end. */
export interface WireResponse {
  /** HTTP status; 0 where the runtime hides that of a redirect. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What a sending step has to keep to, from the options of the client. */
export interface SendLimits {
  /** Longest body that is read, in bytes after content decoding. */
  readonly maxBytes: number;
}

/**
 * The sending step: one request, one answer. Replace it to use another HTTP stack.
 *
 * It must not follow redirects, must read the whole body but no more than `limits` says, must stop when the
 * signal aborts, and must not retry. What it throws is taken as a network failure.
 */
export type Send = (request: WireRequest, signal: AbortSignal, limits?: SendLimits) => Promise<WireResponse>;

/** What holds unless the client says otherwise. */
export const defaultLimits: SendLimits = { maxBytes: 16 * 1024 * 1024 };

/** What the client needs of `fetch`: narrow enough for every runtime's and every library's. */
export type FetchLike = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

/**
 * The sending step on top of `fetch`.
 *
 * Redirects are left alone rather than followed: a 307 would carry signature, idempotency key and body to
 * another origin.
 *
 * @param fetch - Undefined for the global one, looked up at each call, so that one that is replaced later
 *   is used.
 * @param ownMaxBytes - A lower limit than that of the client, in bytes after content decoding.
 */
export function fetchSend(fetch?: FetchLike, ownMaxBytes = Number.POSITIVE_INFINITY): Send {
  checkFunction("fetch", fetch);
  positive("ownMaxBytes", ownMaxBytes, Number.POSITIVE_INFINITY);
  return async (request, signal, limits) => {
    checkRequest(request);
    const maxBytes = Math.min(ownMaxBytes, limits?.maxBytes ?? defaultLimits.maxBytes);
    const response = await connect(fetch ?? globalThis.fetch, request, signal);
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      // Nothing reads this body; without the cancellation its socket would not be used again.
      response.body?.cancel().catch(() => undefined);
      return { status: response.status, headers: response.headers, text: "" };
    }
    return { status: response.status, headers: response.headers, text: await readText(response, maxBytes) };
  };
}

async function connect(fetch: FetchLike, request: WireRequest, signal: AbortSignal): Promise<Response> {
  const { method, url, headers, body } = request;
  try {
    const init = { method, headers: { ...headers }, signal, redirect: "manual" } as const;
    return await fetch(url, body === undefined ? init : { ...init, body });
  } catch (cause) {
    const code = codeOf(cause);
    const why = code === undefined ? "" : `: ${code}`;
    throw new ConnectionError("network", `No answer from ${new URL(url).origin}${why}.`, { cause });
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const declared = response.headers.get("content-length");
  const plain = declared !== null && response.headers.get("content-encoding") === null;
  if (plain && Number(declared) > maxBytes) {
    response.body?.cancel().catch(() => undefined);
    throw tooLarge(response.status, maxBytes);
  }
  try {
    return plain || response.body === null ? await response.text() : await readBounded(response, maxBytes);
  } catch (cause) {
    if (cause instanceof ResponseError) throw cause;
    throw new ConnectionError("response-cut", `The answer (${response.status}) broke off.`, {
      status: response.status,
      cause,
    });
  }
}

/** A declared length is a promise; without one, or with compression, only counting protects. */
async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > maxBytes) throw tooLarge(response.status, maxBytes);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
}

/** A sending step may also be called by a program of one's own. */
export function checkRequest(request: WireRequest): void {
  const { method, url, headers } = (request ?? {}) as Partial<WireRequest>;
  if (
    typeof method === "string" &&
    URL.canParse(String(url)) &&
    typeof headers === "object" &&
    headers !== null
  )
    return;
  throw refused("request", "must have a method, an absolute URL and headers", "invalid-argument");
}

/**
 * A sending step whose answers are never longer than allowed, also where it does not look at its limits.
 *
 * @throws ResponseError `response-too-large`.
 */
export function limited(
  send: Send,
  limits: SendLimits,
): (request: WireRequest, signal: AbortSignal) => Promise<WireResponse> {
  return async (request, signal) => {
    const reply = await send(request, signal, limits);
    if (Buffer.byteLength(reply.text) > limits.maxBytes) throw tooLarge(reply.status, limits.maxBytes);
    return reply;
  };
}

/** The error for a body that is longer than allowed. */
export function tooLarge(status: number, maxBytes: number): ResponseError {
  return new ResponseError("response-too-large", `The answer is longer than ${maxBytes} bytes.`, {
    status,
    cause: { maxBytes },
  });
}
