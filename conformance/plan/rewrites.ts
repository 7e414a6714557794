/** How a request is written in another way that means the same. */
import { type Operation, operations } from "../../generated/operations.ts";
import { literalPattern } from "../base/text.ts";
import type { WireRequest } from "../wire/transport.ts";

/** Writes a request in another way. */
export type Rewrite = (request: WireRequest) => WireRequest;

/** Changes the value of a header; null leaves it out. */
export const withHeader =
  (name: string, change: (value: string) => string | null): Rewrite =>
  (request) => ({
    ...request,
    headers: request.headers.flatMap(([given, value]): (readonly [string, string])[] => {
      const changed = given.toLowerCase() === name ? change(value) : value;
      return changed === null ? [] : [[given, changed]];
    }),
  });

/** Changes every header. */
export const withHeaders =
  (change: (name: string, value: string) => readonly [string, string]): Rewrite =>
  (request) => ({ ...request, headers: request.headers.map(([name, value]) => change(name, value)) });

/** Changes the body, where there is one. */
export const withBody =
  (change: (body: string) => string): Rewrite =>
  (request) => ({ ...request, body: request.body === null ? null : change(request.body) });

/** Changes the path, and leaves the query as it is. */
export const withPath =
  (change: (path: string) => string): Rewrite =>
  (request) => {
    const [, origin = "", path = "", query = ""] = /^(\w+:\/\/[^/]+)([^?]*)(.*)$/.exec(request.url) ?? [];
    return { ...request, url: origin + change(path) + query };
  };

/** Adds a header. */
export const adding =
  (name: string, value: string): Rewrite =>
  (request) => ({ ...request, headers: [...request.headers, [name, value]] });

/** Adds a header whose value depends on the request; none where that is null. */
export const addingFor =
  (name: string, valueFor: (request: WireRequest) => string | null): Rewrite =>
  (request) => {
    const value = valueFor(request);
    return value === null ? request : adding(name, value)(request);
  };

/** Adds a parameter to the query. */
export const withParameter =
  (name: string, value: string): Rewrite =>
  (request) => ({
    ...request,
    url: `${request.url}${request.url.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`,
  });

/** The paths of the description that have a parameter: what stands before the first one, and its value. */
const parameterPaths = Object.values<Operation>(operations)
  .filter(({ path }) => path.includes("{"))
  .map(({ path }) => {
    const [before = "", ...after] = path.split(/\{[^}]*\}/).map(literalPattern);
    return new RegExp(`(${before})([^/]+)(?=${after.join("[^/]+")}$)`);
  });

/**
 * A path with a character percent-encoded that need not be (RFC 3986, section 2.3): of its first parameter, or of its
 * last part where it has none.
 */
export function withEncodedLetter(path: string): string {
  const pattern = parameterPaths.find((one) => one.test(path));
  if (pattern === undefined) return path.replace(/[A-Za-z](?=[^/]*$)/, percentEncoded);
  return path.replace(
    pattern,
    (_, before: string, value: string) => before + value.replace(/^[A-Za-z0-9]/, percentEncoded),
  );
}

/** A letter in percent-encoding. */
export const percentEncoded = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/** The scopes of a token request in the opposite order, in either spelling of the spaces between them. */
export function withOtherScopes(form: string): string {
  return form.replace(
    /((?:^|&)scope=)([^&]*)/,
    (_, name: string, scopes: string) =>
      name +
      scopes
        .split(/\+|%20/)
        .reverse()
        .join("+"),
  );
}

/** A JSON object with its members in the opposite order: their values stay as they are spelled. */
export function reversedMembers(json: string): string {
  const members: string[] = [""];
  let depth = 0;
  for (const [part] of json.slice(1, -1).matchAll(/"(?:[^"\\]|\\.)*"|[^"]/g)) {
    if (part === "{" || part === "[") depth += 1;
    if (part === "}" || part === "]") depth -= 1;
    if (part === "," && depth === 0) members.push("");
    else members.push((members.pop() ?? "") + part);
  }
  return `{${members.reverse().join(",")}}`;
}

/** White space around everything in a JSON text that is no string: its numbers stay as they are spelled. */
export function spaced(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (part) => (part.startsWith('"') ? part : ` ${part} `));
}

/**
 * A JSON text with a fraction and an exponent in each of its whole numbers, 150.7e1 for 1507: who reads one of the two
 * wrongly gets another number. One with more digits than a double keeps stays as it is: many read it exactly in its
 * usual spelling only.
 */
export function scientificNumbers(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[\d.eE+-]+/g, (part) =>
    /^\d{1,15}$/.test(part) ? `${part.slice(0, -1) || "0"}.${part.slice(-1)}e1` : part,
  );
}
