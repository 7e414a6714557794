/**
 * The usual mistakes in signing a write. The suite signs a request in each of these ways where a server
 * refuses the specified one; the sandbox looks for the one that explains a signature which it refuses.
 */
import { createHash } from "node:crypto";
import type { GapId } from "../../generated/requirements.ts";
import type { Alteration, SignedParts } from "./alteration.ts";

/** A way of signing that is not the specified one (Authentication, lines 9 and 10); what it leaves out is. */
export interface SigningMistake extends Pick<Alteration, "description" | "signed" | "signing" | "timestamp"> {
  /** Never changes. */
  readonly id: string;
  /** In words that complete "A write … is accepted" and "it is …": "signed with the method in lower case". */
  readonly description: string;
  /** All strings of this mistake, where what is signed depends on something that the request does not show. */
  readonly alsoSigned?: (parts: SignedParts) => Iterable<string>;
  /** The open question of the specification that the mistake rests on: a server that wants it breaks no rule. */
  readonly open?: GapId;
}

const separators: readonly (readonly [id: string, separator: string, description: string])[] = [
  ["line-breaks", "\n", "line breaks"],
  ["spaces", " ", "spaces"],
  ["colons", ":", "colons"],
  ["dots", ".", "dots"],
  ["commas", ",", "commas"],
  ["pipes", "|", "vertical bars"],
  ["ampersands", "&", "ampersands"],
  ["hyphens", "-", "hyphens"],
];

type Part = "method" | "path" | "timestamp";
const orders: readonly (readonly Part[])[] = [
  ["timestamp", "method", "path"],
  ["timestamp", "path", "method"],
  ["method", "timestamp", "path"],
  ["path", "method", "timestamp"],
  ["path", "timestamp", "method"],
];

/** The specified string with another path. */
const withPath =
  (path: (parts: SignedParts) => string) =>
  (parts: SignedParts): string =>
    parts.method + path(parts) + parts.timestamp;

/** The specified string with something at its end. */
const withEnd =
  (end: (parts: SignedParts) => string) =>
  (parts: SignedParts): string =>
    parts.method + parts.path + parts.timestamp + end(parts);

const withTimestamp = ({ method, path }: SignedParts, timestamp: number): string =>
  `${method}${path}${timestamp}`;

const bodyHash = ({ body }: SignedParts) => createHash("sha256").update(body).digest();
const signedQuery = ({ path }: SignedParts) => /\?.*$/s.exec(path)?.[0] ?? "";
const pathAlone = ({ path }: SignedParts) => path.replace(/\?.*$/s, "");

function* range(from: number, to: number): Iterable<number> {
  for (let value = from; value <= to; value++) yield value;
}

const strings: readonly SigningMistake[] = [
  ...separators.map(([id, separator, description]) => ({
    id: `separator.${id}`,
    description: `signed with ${description} between the parts`,
    signed: ({ method, path, timestamp }: SignedParts) => [method, path, timestamp].join(separator),
  })),
  {
    id: "end.line-break",
    description: "signed with a line break at the end",
    signed: withEnd(() => "\n"),
  },
  ...orders.map((order) => ({
    id: `order.${order.join("-")}`,
    description: `signed with the parts in the order ${order.join(", ")}`,
    signed: (parts: SignedParts) => order.map((name) => parts[name]).join(""),
  })),
  {
    id: "method.lower-case",
    description: "signed with the method in lower case",
    signed: ({ method, path, timestamp }) => method.toLowerCase() + path + timestamp,
  },
  {
    id: "method.other",
    description: "signed with the method of the other write",
    signed: ({ method, path, timestamp }) => (method === "PUT" ? "PATCH" : "PUT") + path + timestamp,
  },
  { id: "method.left-out", description: "signed without the method", signed: (p) => p.path + p.timestamp },
  { id: "path.left-out", description: "signed without the path", signed: (p) => p.method + p.timestamp },
  { id: "timestamp.left-out", description: "signed without the timestamp", signed: (p) => p.method + p.path },
  {
    id: "path.without-version",
    description: "signed over the path without /v1",
    signed: withPath(({ path }) => path.replace("/v1/", "/")),
  },
  {
    id: "path.with-prefix",
    description: "signed over the path with the prefix of the base URL",
    signed: withPath((parts) => parts.fullPath + signedQuery(parts)),
    open: "gap.signature.prefix",
  },
  {
    id: "path.without-prefix",
    description: "signed over the path without the prefix of the base URL",
    signed: withPath((parts) => parts.apiPath + signedQuery(parts)),
    open: "gap.signature.prefix",
  },
  {
    id: "path.with-query",
    description: "signed over the path with the query",
    signed: withPath((parts) => pathAlone(parts) + parts.query),
    open: "gap.signature.query",
  },
  {
    id: "path.without-query",
    description: "signed over the path without the query",
    signed: withPath(pathAlone),
    open: "gap.signature.query",
  },
  {
    id: "path.whole-url",
    description: "signed over the whole URL",
    signed: withPath(({ origin, fullPath, query }) => origin + fullPath + query),
  },
  {
    id: "path.with-host",
    description: "signed over the path with the host before it",
    signed: withPath(({ origin, fullPath, query }) => origin.replace(/^.*:\/\//, "") + fullPath + query),
  },
  {
    id: "path.trailing-slash",
    description: "signed over the path with a slash at its end",
    signed: withPath(({ path }) => `${path}/`),
  },
  {
    id: "path.without-leading-slash",
    description: "signed over the path without the slash at its beginning",
    signed: withPath(({ path }) => path.slice(1)),
  },
  {
    id: "body.appended",
    description: "signed with the body at the end",
    signed: withEnd(({ body }) => body),
  },
  {
    id: "body.hash-hex",
    description: "signed with the SHA-256 of the body, in hex, at the end",
    signed: withEnd((parts) => bodyHash(parts).toString("hex")),
  },
  {
    id: "body.hash-base64",
    description: "signed with the SHA-256 of the body, in Base64, at the end",
    signed: withEnd((parts) => bodyHash(parts).toString("base64")),
  },
  {
    id: "idempotency-key.appended",
    description: "signed with the idempotency key at the end",
    signed: withEnd(({ idempotencyKey }) => idempotencyKey),
  },
  {
    id: "timestamp.milliseconds-signed",
    description: "signed with the timestamp in milliseconds, and sent with it in seconds",
    signed: (parts) => withTimestamp(parts, Number(parts.timestamp) * 1000),
    alsoSigned: function* (parts) {
      const milliseconds = Number(parts.timestamp) * 1000;
      for (const time of range(milliseconds, milliseconds + 999)) yield withTimestamp(parts, time);
    },
  },
  {
    id: "timestamp.other-signed",
    description: "signed with another timestamp than the one in the header",
    signed: (parts) => withTimestamp(parts, Number(parts.timestamp) - 1),
    alsoSigned: function* (parts) {
      const seconds = Number(parts.timestamp);
      for (const time of range(seconds - 300, seconds + 300))
        if (time !== seconds) yield withTimestamp(parts, time);
    },
  },
];

/** Every usual mistake; where more than one explains a signature, the first does. */
export const signingMistakes: readonly SigningMistake[] = [
  {
    id: "padding.pss",
    description: "signed with PSS padding",
    signing: { padding: "pss" },
    open: "gap.signature.padding",
  },
  { id: "digest.sha1", description: "signed over SHA-1", signing: { digest: "sha1" } },
  { id: "digest.sha384", description: "signed over SHA-384", signing: { digest: "sha384" } },
  { id: "digest.sha512", description: "signed over SHA-512", signing: { digest: "sha512" } },
  { id: "encoding.hex", description: "sent with the signature in hex", signing: { encoding: "hex" } },
  {
    id: "encoding.base64url",
    description: "sent with the signature in base64url",
    signing: { encoding: "base64url" },
  },
  {
    id: "encoding.unpadded",
    description: "sent with the signature in Base64 without its padding",
    signing: { encoding: "unpadded" },
  },
  {
    id: "encoding.lines",
    description: "sent with the signature in Base64 that is broken into lines",
    signing: { encoding: "lines" },
  },
  {
    id: "encoding.twice",
    description: "sent with the signature in Base64 twice over",
    signing: { encoding: "twice" },
  },
  ...strings,
  {
    id: "hash.bytes",
    description: "signed over the SHA-256 of the string instead of the string",
    signing: { prehash: "bytes" },
  },
  {
    id: "hash.hex",
    description: "signed over the SHA-256 of the string, in hex, instead of the string",
    signing: { prehash: "hex" },
  },
  {
    id: "hash.unnamed",
    description: "signed without the name of the hash algorithm (the hash alone is encrypted)",
    signing: { digest: "none", prehash: "bytes" },
  },
  {
    id: "timestamp.milliseconds",
    description: "signed and sent with the timestamp in milliseconds",
    timestamp: (seconds) => `${seconds}000`,
  },
  {
    id: "timestamp.iso-8601",
    description: "signed and sent with the timestamp in ISO 8601",
    timestamp: (seconds) => new Date(seconds * 1000).toISOString(),
  },
];

/** The mistakes that can be made with a request: without a prefix of the base URL nobody forgets it, for example. */
export function possibleMistakes(parts: SignedParts): readonly SigningMistake[] {
  const specified = parts.method + parts.path + parts.timestamp;
  return signingMistakes.filter(({ signed }) => signed === undefined || signed(parts) !== specified);
}
