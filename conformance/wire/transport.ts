import type { HeaderList, TransportFailure } from "../base/events.ts";

/** A request as it is sent. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | null;
  /** True for a body of which the second half follows a moment after the first one. */
  readonly inParts?: true;
  /** True where the connection is closed once the request is sent, without waiting for the response. */
  readonly isLeft?: true;
}

/** A response as received, with content coding removed. */
export interface WireResponse {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Buffer;
}

/** The outcome of a request: a response, or the reason why there is none. */
export type Outcome = (
  | { readonly response: WireResponse; readonly failure: null }
  | { readonly response: null; readonly failure: TransportFailure }
) & {
  /** How often the transport sent the request again, unchanged, because its connection had been closed. */
  readonly resent?: number;
};

/** Limits of one exchange. */
export interface ExchangeLimits {
  /** Milliseconds for the whole exchange, body included. */
  readonly timeoutMs: number;
  /** Maximum bytes of a body, before and after content decoding. */
  readonly maximumBytes: number;
  /** Ends the exchange from outside. */
  readonly signal?: AbortSignal;
}

/** Sends one request and reads the whole response. Never rejects, never follows a redirect. */
export type Transport = (request: WireRequest, limits: ExchangeLimits) => Promise<Outcome>;

/** The outcome of a request whose response is not waited for. */
export const left: Outcome = {
  response: null,
  failure: { kind: "left", message: "the connection was closed on purpose, before the response" },
};

/** An outcome without a response. */
export function failed(kind: TransportFailure["kind"], message: string): Outcome {
  return { response: null, failure: { kind, message } };
}
