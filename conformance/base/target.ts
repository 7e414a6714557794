import type { KeyObject } from "node:crypto";
import { api } from "../../generated/operations.ts";
import { type BaseUrl, splitBaseUrl } from "../../src/request/base-url.ts";

/** The server to judge, and the credentials for it. */
export interface Target {
  /** Scheme, host and path prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** Path prefix of the base URL, "" if there is none. */
  readonly prefix: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The partner's private key; null if none was given, so nothing can be signed. */
  readonly signingKey: KeyObject | null;
  /** Whether the signed path starts at /v1 or at the root (gap.signature.prefix). */
  readonly signaturePath: "api" | "full";
  /** True for the sandbox that the suite itself started. */
  readonly sandbox: boolean;
}

/**
 * Reads a base URL.
 *
 * @throws RangeError in one line when it is not an http or https URL, or has more than scheme, host and path.
 */
export function parseBaseUrl(text: string): { baseUrl: string; prefix: string } {
  const refuse = (problem: string) => new RangeError(`the base URL ${problem}`);
  let base: BaseUrl;
  try {
    base = splitBaseUrl(text);
  } catch (error) {
    throw refuse((error as RangeError).message);
  }
  if (!/^https?:/.test(base.origin)) throw refuse("must start with https:// or http://");
  if (base.prefix.endsWith(api.versionPrefix)) {
    const right = base.href.slice(0, -api.versionPrefix.length);
    throw refuse(`must not end with ${api.versionPrefix}; give ${right}`);
  }
  return { baseUrl: base.href, prefix: base.prefix };
}
