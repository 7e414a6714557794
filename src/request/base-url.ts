import { RequestError } from "../core/errors.ts";

/** Where the API stands. */
export interface BaseUrl {
  /** Without a slash at the end, for example `https://api.example.com/partners`. */
  readonly href: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before /v1, without a slash at the end; often empty. */
  readonly prefix: string;
}

/**
 * Reads the base URL. It may have a port, a path prefix and slashes at its end.
 *
 * @throws RequestError `invalid-configuration` for anything but an absolute https URL; http is allowed for a
 *   loopback address only, because token and signature would be readable on the way.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const refused = (problem: string) =>
    new RequestError("invalid-configuration", `baseUrl ${problem}.`, { cause: { option: "baseUrl" } });
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refused("is not an absolute URL; pass something like https://api.example.com");
  }
  if (url.username !== "" || url.password !== "") throw refused("must not contain credentials");
  if (url.search !== "" || url.hash !== "") throw refused("must have neither query nor fragment");
  if (/%7b|%7d/i.test(url.pathname)) throw refused("must not contain braces");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw refused("must use https; http is allowed for a loopback address only");
  }
  const prefix = url.pathname.replace(/\/+$/, "");
  return { href: url.origin + prefix, origin: url.origin, prefix };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Guards the last step before a secret leaves the process: the URL must be under the base URL.
 *
 * @param url - The URL that is going to be sent to.
 * @returns Its path without the prefix of the base URL, percent-encoded, without query.
 * @throws RequestError `destination-refused`.
 */
export function checkDestination(base: BaseUrl, url: string): string {
  const { origin, pathname } = new URL(url);
  if (origin !== base.origin || !pathname.startsWith(`${base.prefix}/`)) {
    throw new RequestError(
      "destination-refused",
      `The request would go to ${origin}${pathname}, which is not under ${base.href}.`,
      { cause: { origin, expected: base.href } },
    );
  }
  return pathname.slice(base.prefix.length);
}
