import type { JsonWebKey, KeyObject, webcrypto } from "node:crypto";
import type { PartnerCardError } from "../core/errors.ts";
import type { Logger } from "../core/report.ts";
import type { FetchLike } from "../http/fetch-send.ts";
import type { Send } from "../http/send.ts";
import type { SigningKeyInput } from "../signature/keys.ts";
import type { Signer } from "../signature/signer.ts";
import type { TokenStore } from "../token/store.ts";

/** Options of a client. */
export interface ClientOptions {
  /** Address of the API, without the version prefix; https, or http on a loopback address. May have a path prefix. */
  readonly baseUrl: string;
  /** Issued by the service operator. Specification, Authentication, 1. */
  readonly clientId: string;
  /** Issued by the service operator, shown once. Specification, Authentication, 2. */
  readonly clientSecret: string;
  /**
   * The partner's RSA private key, at least 2048 bits: PEM, KeyObject, CryptoKey or JSON Web Key. A client
   * with neither key nor signer can only read. Specification, Authentication, 10.
   */
  readonly signingKey?: SigningKeyInput | undefined;
  /** Passphrase of an encrypted PEM. */
  readonly passphrase?: string | undefined;
  /** Used instead of `signingKey` to sign elsewhere, for example in a KMS or an HSM. */
  readonly signer?: Signer | undefined;
  /** Public key of `signer`: the first signature is verified with it before anything is sent. */
  readonly signerPublicKey?: string | Buffer | KeyObject | webcrypto.CryptoKey | JsonWebKey | undefined;
  /**
   * Scopes to ask for. Default: all that the described operations need, as the specification recommends
   * (Authentication, 7).
   */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Whether a path prefix of `baseUrl` is part of the signed path. The specification shows a path that
   * starts with the version prefix, so the default is `api`, without the prefix; `full` includes it.
   */
  readonly signaturePath?: "api" | "full" | undefined;
  readonly timeouts?: TimeoutOptions | undefined;
  /** How failed attempts are retried; a number is `{ max }`, 0 turns retries off. */
  readonly retries?: RetryOptions | number | undefined;
  /** Shares one access token between processes. A Keyv instance works. */
  readonly tokenStore?: TokenStore | undefined;
  /** What to do with responses that do not match the description. Default: off. */
  readonly validateResponses?: ValidationMode | undefined;
  /**
   * What to do when a response contains a number that JavaScript would change, such as an integer beyond
   * 2^53. Default: warn.
   */
  readonly unsafeNumbers?: UnsafeNumberMode | undefined;
  /** Receives the client's events, never a secret. What it throws or rejects is ignored. `console` works. */
  readonly logger?: Logger | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** Replaces the whole sending step, for another HTTP stack; excludes `fetch`. */
  readonly send?: Send | undefined;
  /** Largest response body that is read, in bytes. Default: 16 MiB. */
  readonly maxResponseBytes?: number | undefined;
}

/** `off`: unchecked. `warn`: reported as a `shape` event. `throw`: ResponseError `response-shape`. */
export type ValidationMode = "off" | "warn" | "throw";

/** `warn`: reported as a `shape` event. `throw`: ResponseError `response-number`, on reads; a write warns. */
export type UnsafeNumberMode = "warn" | "throw";

/** Time limits, in milliseconds. */
export interface TimeoutOptions {
  /** For one attempt, including the response body. Default: 10 000. */
  readonly attemptMs?: number | undefined;
  /** For a whole call, including all attempts and waits. Default: 30 000. */
  readonly totalMs?: number | undefined;
}

/** How failed attempts are retried. */
export interface RetryOptions {
  /** Retries after the first attempt. Default: 2. */
  readonly max?: number | undefined;
  /** Maximum of the first wait, in milliseconds; it doubles with each retry. Default: 300. */
  readonly baseMs?: number | undefined;
  /** Maximum of any wait, in milliseconds. Default: 8 000. */
  readonly capMs?: number | undefined;
  /** Longest Retry-After that is honoured, in milliseconds; beyond it the call ends. Default: 30 000. */
  readonly retryAfterCapMs?: number | undefined;
  /**
   * Retry budget shared by all calls: each retry that fails takes 5, a success returns 1 plus what its own
   * retries took; below 5 nothing is retried. This stops a storm of failing retries, not a single retry of
   * each call. Default: 100. Infinity turns the limit off.
   */
  readonly budget?: number | undefined;
  /**
   * Decides whether an error is retried; must be synchronous. Default: 408, 425, 429, 500, 502, 503, 504 and
   * network failures.
   */
  readonly when?: ((error: PartnerCardError) => boolean) | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, even during a wait between two attempts. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of this call, including all attempts and waits, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries of this call. */
  readonly retries?: number | undefined;
  /** Key of a write. Default: a new UUID. To finish a write with an unknown outcome, pass its error's key. */
  readonly idempotencyKey?: string | undefined;
  /** Additional headers. Those set by the client cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Option names, for callers without a compiler. Each table is complete: the type requires a row per option.
 */
export const optionNames: Record<keyof ClientOptions, true> = {
  baseUrl: true,
  clientId: true,
  clientSecret: true,
  signingKey: true,
  passphrase: true,
  signer: true,
  signerPublicKey: true,
  scopes: true,
  signaturePath: true,
  timeouts: true,
  retries: true,
  tokenStore: true,
  validateResponses: true,
  unsafeNumbers: true,
  logger: true,
  fetch: true,
  send: true,
  maxResponseBytes: true,
};

/** Like {@link optionNames}, for `timeouts`. */
export const timeoutNames: Record<keyof TimeoutOptions, true> = { attemptMs: true, totalMs: true };

/** Like {@link optionNames}, for `retries`. */
export const retryNames: Record<keyof RetryOptions, true> = {
  max: true,
  baseMs: true,
  capMs: true,
  retryAfterCapMs: true,
  budget: true,
  when: true,
};

/** Like {@link optionNames}, for a call. */
export const callNames: Record<keyof CallOptions, true> = {
  signal: true,
  timeoutMs: true,
  retries: true,
  idempotencyKey: true,
  headers: true,
};
