import { wrongArgument } from "../core/checks.ts";
import { ConnectionError, PartnerCardError, ResponseError } from "../core/errors.ts";
import { codeOf } from "./failure.ts";

/** A request as sent on the wire. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A response whose body has been read completely. */
export interface WireResponse {
  /** HTTP status; 0 if the runtime hides the status of a redirect. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Limits that a sending step must obey, from the options of the client. */
export interface SendLimits {
  /** Largest body that is read, in bytes after content decoding. */
  readonly maxBytes: number;
}

/**
 * The sending step: one request, one response. Replace it to use another HTTP stack.
 *
 * It must not follow redirects, must read the whole body but no more than `limits` says, must stop when the
 * signal aborts, and must not retry. Anything it throws is treated as a network failure.
 */
export type Send = (request: WireRequest, signal: AbortSignal, limits?: SendLimits) => Promise<WireResponse>;

/** Limits used if the client sets none. */
export const defaultLimits: SendLimits = { maxBytes: 16 * 1024 * 1024 };

/**
 * Creates a sending step, which a program may also call directly.
 *
 * @param ownMaxBytes - A lower limit than that of the client, in bytes after content decoding.
 * @param exchange - Sends the request and reads the response, up to `maxBytes`.
 * @throws RequestError `invalid-argument` for an invalid request; ConnectionError `network` for anything that
 *   `exchange` throws other than an error of the client.
 */
export function sendStep(
  ownMaxBytes: number,
  exchange: (request: WireRequest, signal: AbortSignal, maxBytes: number) => Promise<WireResponse>,
): Send {
  return async (request, signal, limits = defaultLimits) => {
    checkRequest(request);
    try {
      return await exchange(request, signal, Math.min(ownMaxBytes, limits.maxBytes));
    } catch (cause) {
      if (cause instanceof PartnerCardError) throw cause;
      const code = codeOf(cause);
      const why = code === undefined ? "" : `: ${code}`;
      throw new ConnectionError("network", `No response from ${new URL(request.url).origin}${why}.`, {
        cause,
      });
    }
  };
}

function checkRequest(request: WireRequest): void {
  const { method, url, headers }: Partial<WireRequest> = request ?? {};
  const isRequest = typeof method === "string" && typeof headers === "object" && headers !== null;
  if (isRequest && URL.canParse(String(url))) return;
  throw wrongArgument("request", "must have a method, an absolute URL and headers");
}

/**
 * Reads a whole body. A declared length may be wrong, so the bytes are counted.
 *
 * @throws ResponseError `response-too-large`; ConnectionError `response-cut`.
 */
export async function readText(
  status: number,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      // Leaving the loop closes the stream and its connection.
      if (bytes > maxBytes) throw tooLarge(status, maxBytes);
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof ResponseError ? cause : cutShort(status, cause);
  }
  return new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
}

/** The error for a body that ends before it is complete. */
export function cutShort(status: number, cause: unknown): ConnectionError {
  return new ConnectionError("response-cut", `The response (${status}) was cut short.`, { status, cause });
}

/** The error for a body that is longer than allowed. */
export function tooLarge(status: number, maxBytes: number): ResponseError {
  const message = `The response is longer than ${maxBytes} bytes.`;
  return new ResponseError("response-too-large", message, { status, cause: { maxBytes } });
}

/**
 * A sending step whose responses are never longer than allowed, even if it ignores its limits.
 *
 * @throws ResponseError `response-too-large`.
 */
export function limited(send: Send, limits: SendLimits): Send {
  return async (request, signal) => {
    const response = await send(request, signal, limits);
    if (Buffer.byteLength(response.text) > limits.maxBytes) throw tooLarge(response.status, limits.maxBytes);
    return response;
  };
}
