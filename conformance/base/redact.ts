/**
 * Keeps secrets out of everything a run writes: known secrets are found by value in any usual encoding;
 * headers, form fields and JSON members that are secret by nature are found by name.
 */
import { api, operations } from "../../generated/operations.ts";
import { createMatcher } from "../../src/core/redact/matcher.ts";
import { formsOf, mark, maskSecrets } from "../../src/core/redact.ts";
import type { HeaderList } from "./events.ts";

export { mark } from "../../src/core/redact.ts";

/** Replaces secrets; see {@link createRedactor}. */
export interface Redactor {
  /** Adds a secret that appeared during the run, such as a token or a signature. */
  add(secret: string): void;
  /** Replaces every known secret, even one that the text cuts off after at least eight characters. */
  text(value: string): string;
  /**
   * Keeps the values of harmless headers and the scheme of Authorization, and replaces all other values.
   * Remembers the tokens and signatures in the list, including altered ones.
   */
  headers(list: HeaderList): HeaderList;
  /**
   * Replaces secrets in a form or JSON body, complete or cut off, by name and by value. Remembers the client
   * secret of a token request, even an altered one.
   */
  body(value: string, contentType?: string | null): string;
  /** Replaces the password, and query values that are secret by name or by value. */
  url(value: string): string;
}

const shown = new Set(
  `accept accept-encoding accept-ranges age allow alt-svc cache-control connection content-disposition
   content-encoding content-language content-length content-type content-security-policy date deprecation
   etag expires host forwarded if-match if-none-match keep-alive last-modified link location pragma
   ratelimit ratelimit-limit ratelimit-policy ratelimit-remaining ratelimit-reset referrer-policy retry-after
   server strict-transport-security sunset trailer transfer-encoding upgrade user-agent vary via
   www-authenticate x-content-type-options x-correlation-id x-forwarded-for x-frame-options x-http-method-override x-powered-by
   x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-real-ip x-request-id`.split(/\s+/),
);

const schemes = /^(Basic|Bearer|Digest|DPoP|Negotiate)(?= )/i;

const secretNames =
  "access[_-]?token|refresh[_-]?token|id[_-]?token|token|client[_-]?secret|client[_-]?assertion|secret|password|private[_-]?key|signing[_-]?key|api[_-]?key|(?:proxy-)?authorization|(?:set-)?cookie|signature";
const userinfo = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

// Shorter values would match ordinary words.
const shortestSecret = 8;

// A value sent in place of a secret may be an ordinary short word, which must stay readable.
const shortestSent = 16;

// More than a run needs that signs one request per second for an hour.
const remembered = 4096;

/**
 * A redactor that knows these secrets from the start.
 *
 * A secret is recognised raw, in hex, in base64 and base64url (also inside a longer text that was encoded as
 * a whole), and with any of its characters percent-, JSON- or HTML-escaped, up to three times over.
 * A secret of **fewer than eight characters is not replaced by value**, since that would mask ordinary
 * words; it is still replaced by name. Of secrets added later, only the latest 4096 are remembered; those
 * given here are never forgotten.
 *
 * @param known - Names of the headers that the description uses for signing and repeating a request.
 */
export function createRedactor(
  secrets: Iterable<string> = [],
  known: Readonly<Record<"signature" | "timestamp" | "idempotencyKey", string>> = api.headers,
): Redactor {
  const signature = known.signature.toLowerCase();
  const harmless = new Set([known.timestamp.toLowerCase(), known.idempotencyKey.toLowerCase()]);
  const names = `${secretNames}|${signature.replace(/[^\w-]/g, "\\$&")}`;
  const jsonMember = new RegExp(
    `("(?:${names})"\\s*:\\s*(?:\\[\\s*)?)(?!null|true|false)(?:"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)|[^\\s"[\\]{},]+)`,
    "gis",
  );
  const formField = new RegExp(`((?:^|[?&;])(?:${encodable(names)})=)[^&;#\\s"'<>]+`, "gi");
  const matcher = createMatcher(shortestSecret);
  const permanent = new Set<string>();
  const later = new Set<string>();

  function learn(secret: string, memory: Set<string>): void {
    if (secret.trim().length < shortestSecret || permanent.has(secret) || later.has(secret)) return;
    memory.add(secret);
    for (const form of formsOf(secret)) matcher.add(form);
  }

  for (const secret of secrets) learn(secret, permanent);

  function add(secret: string): void {
    learn(secret, later);
    if (later.size <= remembered) return;
    for (const oldest of later) {
      later.delete(oldest);
      for (const form of formsOf(oldest)) matcher.remove(form);
      break;
    }
  }

  function text(value: string): string {
    return value.length < shortestSecret ? value : maskSecrets(value, matcher);
  }

  // A request may carry a secret altered on purpose. If a response repeats it, it must be hidden too.
  function learnSent(value: string | undefined): void {
    if (value !== undefined && value.length >= shortestSent) add(value);
  }

  function header(name: string, given: string): string {
    const lower = name.toLowerCase();
    // Spaces around a value are no part of it (RFC 9110, section 5.5).
    const value = given.trim();
    const start = given.slice(0, given.indexOf(value));
    const end = given.slice(start.length + value.length);
    if (lower === signature) learnSent(value);
    if (lower === "authorization") {
      const scheme = schemes.exec(value)?.[0] ?? "";
      learnSent(value.slice(value.indexOf(" ") + 1));
      return `${start}${`${scheme} ${mark}`.trim()}${end}`;
    }
    return shown.has(lower) || harmless.has(lower) ? `${start}${url(value)}${end}` : `${start}${mark}${end}`;
  }

  function headers(list: HeaderList): HeaderList {
    return list.map(([name, value]) => [text(name), header(name, value)] as const);
  }

  function body(value: string, contentType?: string | null): string {
    learnSent(tokenRequestSecret(value));
    const members = value.replace(jsonMember, `$1"${mark}"`);
    const isForm =
      contentType?.toLowerCase().includes(operations[api.token].mediaType) ?? !/^\s*[[{]/.test(value);
    return text(isForm ? members.replace(formField, `$1${mark}`) : members);
  }

  function url(value: string): string {
    return text(value.replace(userinfo, `$1${mark}@`).replace(formField, `$1${mark}`));
  }

  return { add, text, headers, body, url };
}

/** The pattern of names for text in which any of their letters may be percent-encoded. */
function encodable(names: string): string {
  const code = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  return names.replace(
    /[a-z]/gi,
    (letter) => `(?:${letter}|${code(letter.toLowerCase())}|${code(letter.toUpperCase())})`,
  );
}

const grantType = new RegExp(`(?:^|&)${encodable("grant_type")}=`);

function tokenRequestSecret(body: string): string | undefined {
  if (!grantType.test(body)) return undefined;
  return new URLSearchParams(body).get("client_secret") ?? undefined;
}
