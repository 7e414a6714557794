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
  /** Address of the API, without /v1; https, or http on a loopback address. May have a path prefix. */
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
  /** Of an encrypted PEM. */
  readonly passphrase?: string | undefined;
  /** Instead of `signingKey`: signs somewhere else, for example in a KMS or an HSM. */
  readonly signer?: Signer | undefined;
  /** Public key of `signer`: its first signature is checked with it before anything is sent. */
  readonly signerPublicKey?: string | Buffer | KeyObject | webcrypto.CryptoKey | JsonWebKey | undefined;
  /**
   * Scopes to ask for. Default: all that the described operations need, as the specification recommends
   * (Authentication, 7).
   */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Whether a path prefix of `baseUrl` is part of the signed path. The specification shows a path that
   * starts with /v1, so the default is `api`, without the prefix; `full` is with it.
   */
  readonly signaturePath?: "api" | "full" | undefined;
  readonly timeouts?: TimeoutOptions | undefined;
  /** How failed attempts are retried; a number is `{ max }`, 0 turns retries off. */
  readonly retries?: RetryOptions | number | undefined;
  /** Shares one access token between processes. A Keyv instance fits. */
  readonly tokenStore?: TokenStore | undefined;
  /** What to do with responses that do not fit the description. Default: off. */
  readonly validateResponses?: ValidationMode | undefined;
  /**
   * What to do where a response holds a number that JavaScript would change, such as an integer beyond 2^53.
   * Default: warn.
   */
  readonly unsafeNumbers?: UnsafeNumberMode | undefined;
  /** Gets what the client does, and never a secret. What it throws or rejects with is dropped. `console` is one. */
  readonly logger?: Logger | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** Replaces the whole sending step, for another HTTP stack; excludes `fetch`. */
  readonly send?: Send | undefined;
  /** Longest body that is read, in bytes. Default: 16 MiB. */
  readonly maxResponseBytes?: number | undefined;
}

/** `off`: unchecked. `warn`: reported as a `shape` event. `throw`: ResponseError `response-shape`. */
export type ValidationMode = "off" | "warn" | "throw";

/** `warn`: reported as a `shape` event. `throw`: ResponseError `response-number`, on reads; a write warns. */
export type UnsafeNumberMode = "warn" | "throw";

/** Limits of time, in milliseconds. */
export interface TimeoutOptions {
  /** For one attempt, its body included. Default: 10 000. */
  readonly attemptMs?: number | undefined;
  /** For a call with all its attempts and waits. Default: 30 000. */
  readonly totalMs?: number | undefined;
}

/** How failed attempts are retried. */
export interface RetryOptions {
  /** Retries after the first attempt. Default: 2. */
  readonly max?: number | undefined;
  /** Upper end of the first wait; it doubles with each retry. Milliseconds. Default: 300. */
  readonly baseMs?: number | undefined;
  /** Upper end of every wait. Milliseconds. Default: 8 000. */
  readonly capMs?: number | undefined;
  /** Longest Retry-After that is waited for; beyond it the call ends. Milliseconds. Default: 30 000. */
  readonly retryAfterCapMs?: number | undefined;
  /**
   * What all calls together have for retries that fail too: each takes 5, a success brings 1 and what its own
   * have taken; below 5 there are no retries. So it counts against a storm, not against one retry of each
   * call. Default: 100. Infinity turns the limit off.
   */
  readonly budget?: number | undefined;
  /**
   * What is worth a retry; returns at once, not a promise. Default: 408, 425, 429, 500, 502, 503, 504 and
   * failures of the network.
   */
  readonly when?: ((error: PartnerCardError) => boolean) | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, also while it waits between two attempts. */
  readonly signal?: AbortSignal | undefined;
  /** For this call with all its attempts and waits, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Retries of this call. */
  readonly retries?: number | undefined;
  /** Key of a write. Default: a fresh UUID. Pass the key of an error to finish a write that it left open. */
  readonly idempotencyKey?: string | undefined;
  /** Further headers. Those that the client makes cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The names of options, for callers without a compiler. Each table is complete: another option needs another row.
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

/** As {@link optionNames}, of `timeouts`. */
export const timeoutNames: Record<keyof TimeoutOptions, true> = { attemptMs: true, totalMs: true };

/** As {@link optionNames}, of `retries`. */
export const retryNames: Record<keyof RetryOptions, true> = {
  max: true,
  baseMs: true,
  capMs: true,
  retryAfterCapMs: true,
  budget: true,
  when: true,
};

/** As {@link optionNames}, of a call. */
export const callNames: Record<keyof CallOptions, true> = {
  signal: true,
  timeoutMs: true,
  retries: true,
  idempotencyKey: true,
  headers: true,
};
