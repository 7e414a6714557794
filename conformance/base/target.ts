import type { KeyObject } from "node:crypto";

/** The server that is judged, and the credentials to judge it with. */
export interface Target {
  /** Scheme, host and path prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** Path prefix of the base URL, "" where there is none. */
  readonly prefix: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The partner's private key; null where none was given, so that nothing can be signed. */
  readonly signingKey: KeyObject | null;
  /** Whether the signed path starts at /v1 or at the root (gap.signature.prefix). */
  readonly signaturePath: "api" | "full";
  /** True for the sandbox that the suite itself has started. */
  readonly sandbox: boolean;
}

/**
 * Reads a base URL.
 *
 * @throws RangeError in one line when it is not an http or https URL, or carries more than scheme, host and path.
 */
export function parseBaseUrl(text: string): { baseUrl: string; prefix: string } {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    const shown = text.replace(/[^/@]*@/g, "…@");
    throw new RangeError(`the base URL "${shown}" is not a URL; it looks like https://staging.example.com`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new RangeError(`the base URL must start with https:// or http://, not ${url.protocol}//`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new RangeError("the base URL must not hold a user name or password");
  }
  if (url.search !== "" || url.hash !== "") {
    throw new RangeError("the base URL must end with its path, without ? or #");
  }
  const prefix = url.pathname.replace(/\/+$/, "");
  if (prefix.endsWith("/v1")) {
    throw new RangeError(`the base URL must not end with /v1; give ${url.origin}${prefix.slice(0, -3)}`);
  }
  return { baseUrl: url.origin + prefix, prefix };
}
