import type { HeaderList } from "../base/events.ts";
import type { Target } from "../base/target.ts";
import type { SigningWay } from "./sign.ts";
import type { WireRequest } from "./transport.ts";

/** What a signature covers, and what other parts of the request may be signed by mistake. */
export interface SignedParts {
  readonly method: string;
  /** The path that must be signed. */
  readonly path: string;
  /** The timestamp as sent. */
  readonly timestamp: string;
  /** Values of the parameters in the path, in its order, as they stand in it; absent where they are not known. */
  readonly values?: readonly string[];
  /** Other values that the last of these may have: the ids of items that are there; absent where none is known. */
  readonly others?: readonly string[];
  /** The path starting at the version prefix. */
  readonly apiPath: string;
  /** The path as requested, with the prefix of the base URL. */
  readonly fullPath: string;
  /** "?" and the query, or "" if there is none. */
  readonly query: string;
  /** Scheme, host and port, such as https://api.example.com. */
  readonly origin: string;
  /** The body as sent, "" if there is none. */
  readonly body: string;
  /** The Idempotency-Key as sent, "" if there is none. */
  readonly idempotencyKey: string;
}

/** The one way in which a request differs from the specification. Nothing else changes. */
export interface Alteration {
  /** In words, for the report: "without X-Service-Signature". */
  readonly description: string;
  /** The Authorization header for a token, given what the partner has as well; null leaves it out. */
  readonly authorization?: (token: string, target: Target) => string | null;
  /** Additional headers, given a token, the server's time in seconds, and the cookies that the server has set so far. */
  readonly headers?: (token: string, seconds: number, cookies: () => readonly string[]) => HeaderList;
  /** Scopes of the token to use instead. */
  readonly scopes?: readonly string[];
  /** The Idempotency-Key header; null leaves it out. */
  readonly idempotencyKey?: string | null;
  /**
   * The timestamp to send and sign; null leaves it out. Given the server's time in seconds, and the seconds by which
   * a timestamp is surely on one side of a bound.
   */
  readonly timestamp?: (seconds: number, margin: number) => string | null;
  /** The string that is signed instead of the specified one. */
  readonly signed?: (parts: SignedParts) => string;
  readonly signing?: SigningWay;
  /** Signs with a key that does not belong to the partner. */
  readonly foreignKey?: true;
  /** The signature to send, given the correct one, and that of the last request that was accepted; null leaves it out. */
  readonly signature?: (signature: string, earlier: () => string | null) => string | null;
  readonly contentType?: string;
  /** A query appended to the URL, including the "?"; given the token where it depends on that. */
  readonly search?: string | ((token: string) => string);
  /** True where its body asks for something else: under the key of another write, it is no repetition of that. */
  readonly asksOther?: true;
  /** Changes the finished request: what was signed stays signed. */
  readonly rewrite?: (request: WireRequest) => WireRequest;
}
