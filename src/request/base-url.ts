import { wrongOption } from "../core/checks.ts";
import { RequestError } from "../core/errors.ts";

/** The address of the API. */
export interface BaseUrl {
  /** Without a trailing slash, for example `https://api.example.com/partners`. */
  readonly href: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before the version prefix, without a trailing slash; often empty. */
  readonly prefix: string;
}

/**
 * Splits a base URL. It may have a port, a path prefix and trailing slashes.
 *
 * @throws RangeError for anything but an absolute URL of scheme, host and path; the message continues the
 *   name of the setting, and never quotes the text, which may contain a password.
 */
export function splitBaseUrl(text: string): BaseUrl {
  if (!URL.canParse(text))
    throw new RangeError("is not an absolute URL; it looks like https://api.example.com");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new RangeError("must not contain credentials (a user name or password)");
  }
  if (url.search !== "" || url.hash !== "") {
    throw new RangeError("must end with its path, without a query (?) or fragment (#)");
  }
  const prefix = url.pathname.replace(/\/+$/, "");
  // `URL.origin` is the text "null" for a scheme that is not a web scheme.
  const origin = `${url.protocol}//${url.host}`;
  return { href: origin + prefix, origin, prefix };
}

/**
 * Reads the base URL of a client.
 *
 * @throws RequestError `invalid-configuration` for anything but an absolute https URL; http is allowed for a
 *   loopback address only, because token and signature would be readable in transit.
 */
export function parseBaseUrl(text: string): BaseUrl {
  let base: BaseUrl;
  try {
    base = splitBaseUrl(text);
  } catch (error) {
    throw wrongOption("baseUrl", (error as RangeError).message);
  }
  const { protocol, hostname } = new URL(base.origin);
  if (/%7b|%7d/i.test(base.prefix)) throw wrongOption("baseUrl", "must not contain braces");
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname))) {
    throw wrongOption("baseUrl", "must use https; http is allowed for a loopback address only");
  }
  return base;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Guards the last step before a secret leaves the process: the URL must be under the base URL.
 *
 * @param url - The URL of the request.
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
