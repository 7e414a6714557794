import { type Abortable, type Ending, signalOf } from "../core/abort.ts";
import { wrongArgument } from "../core/checks.ts";
import { ConnectionError, PartnerCardError } from "../core/errors.ts";
import { tooLarge } from "./body-text.ts";
import { codeOf } from "./failure.ts";
import type { ReceivedHeaders } from "./raw-headers.ts";

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
  /** A `Headers` object, or anything with these three methods of it. */
  readonly headers: ReceivedHeaders;
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

/** Sends a request and reads the response, up to `maxBytes`; what it throws is made an error of the client. */
export type Exchange = (request: WireRequest, end: Abortable, maxBytes: number) => Promise<WireResponse>;

/** A sending step of the client, which needs no AbortSignal. */
type OwnSend = (request: WireRequest, end: Abortable, limits?: SendLimits) => Promise<WireResponse>;

const own = new WeakSet<Send>();

/** Marks a sending step that needs no AbortSignal, so that none is made for it. */
export function ownSend(send: OwnSend): Send {
  own.add(send);
  return send;
}

/** Any sending step as one of the client; an AbortSignal is made for those of others alone. */
export function endable(send: Send): OwnSend {
  if (own.has(send)) return send as OwnSend;
  return (request, end, limits) => send(request, signalOf(end), limits);
}

/**
 * Creates a sending step, which a program may also call directly.
 *
 * @param ownMaxBytes - A lower limit than that of the client, in bytes after content decoding.
 * @throws RequestError `invalid-argument` for an invalid request; ConnectionError `network` for anything that
 *   `exchange` throws other than an error of the client.
 */
export function sendStep(ownMaxBytes: number, exchange: Exchange): Send {
  return ownSend(async (request, end, limits = defaultLimits) => {
    checkRequest(request);
    try {
      return await exchange(request, end, Math.min(ownMaxBytes, limits.maxBytes));
    } catch (cause) {
      if (cause instanceof PartnerCardError) throw cause;
      // Looked at here alone: every transport fails of it before it sends anything.
      if (!URL.canParse(request.url)) throw wrongRequest();
      const code = codeOf(cause);
      const why = code === undefined ? "" : `: ${code}`;
      throw new ConnectionError("network", `No response from ${new URL(request.url).origin}${why}.`, {
        cause,
      });
    }
  });
}

function checkRequest(request: WireRequest): void {
  const { method, url, headers }: Partial<WireRequest> = request ?? {};
  const isRequest = typeof method === "string" && typeof url === "string" && typeof headers === "object";
  if (!isRequest || headers === null) throw wrongRequest();
}

function wrongRequest(): PartnerCardError {
  return wrongArgument("request", "must have a method, an absolute URL and headers");
}

/**
 * A sending step whose responses are never longer than allowed, even if it ignores its limits.
 *
 * @throws ResponseError `response-too-large`.
 */
export function limited(
  send: Send,
  limits: SendLimits,
): (request: WireRequest, ending: Ending) => Promise<WireResponse> {
  const step = endable(send);
  return async (request, ending) => {
    const response = await step(request, ending, limits);
    if (isLonger(response.text, limits.maxBytes)) throw tooLarge(response.status, limits.maxBytes);
    return response;
  };
}

/** Tells whether a text has more bytes in UTF-8. Each of its units takes three at most, so that few have to be read. */
function isLonger(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes;
}
