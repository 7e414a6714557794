/** How plain servers verify a signature: as specified, or with one of the usual misreadings. */
import { constants, createHash, type KeyObject, publicDecrypt, verify } from "node:crypto";

/** The parts of a request that a signature can cover. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as in the request line. */
  readonly url: string;
  /** Without the prefix of the base URL and without the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** How a server interprets the rule; omitted parts are as specified. */
export interface Reading {
  readonly string?: (request: SignedRequest) => string;
  readonly digest?: "sha1" | "sha384" | "sha512";
  readonly isPss?: true;
  /** Set if it uses a hash of the string instead of the string. */
  readonly prehash?: "bytes" | "hex" | "unnamed";
  /** Decodes the signature header to bytes; null if it does not have the expected form. */
  readonly decode?: (text: string) => Buffer | null;
  /** Converts the timestamp header to seconds. */
  readonly seconds?: (text: string) => number;
}

const timestampOf = ({ headers }: SignedRequest) => headers["x-service-request-timestamp"] ?? "";
const specified = (request: SignedRequest) => request.method + request.path + timestampOf(request);
/** The hash of a text. */
export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether the signature of a request is valid to a server that reads the rule this way. */
export function isSigned(request: SignedRequest, key: KeyObject, reading: Reading = {}): boolean {
  const { string = specified, digest = "sha256", prehash, decode = strictBase64 } = reading;
  const signature = decode(request.headers["x-service-signature"] ?? "");
  if (signature === null) return false;
  const hash = sha256(string(request));
  if (prehash === "unnamed") return isHashAlone(signature, key, hash);
  const text =
    prehash === undefined ? string(request) : prehash === "hex" ? Buffer.from(hash.toString("hex")) : hash;
  const padding = reading.isPss ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  return verify(digest, Buffer.from(text), { key, padding }, signature);
}

function isHashAlone(signature: Buffer, key: KeyObject, hash: Buffer): boolean {
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature).equals(hash);
  } catch {
    return false;
  }
}

const decoder = (form: RegExp, encoding: BufferEncoding) => (text: string) =>
  form.test(text) ? Buffer.from(text.replaceAll(" ", ""), encoding) : null;
const strictBase64 = decoder(/^[A-Za-z0-9+/]{342}==$/, "base64");

const joined =
  (separator: string): NonNullable<Reading["string"]> =>
  (request) =>
    [request.method, request.path, timestampOf(request)].join(separator);
const withPath =
  (path: (request: SignedRequest) => string): NonNullable<Reading["string"]> =>
  (request) =>
    request.method + path(request) + timestampOf(request);
const withEnd =
  (end: (request: SignedRequest) => string): NonNullable<Reading["string"]> =>
  (request) =>
    specified(request) + end(request);
const string = (make: NonNullable<Reading["string"]>): Reading => ({ string: make });

/** Misreadings that contradict the specification, by the suite's name for each. */
export const misreadings: Readonly<Record<string, Reading>> = {
  "digest.sha1": { digest: "sha1" },
  "digest.sha384": { digest: "sha384" },
  "digest.sha512": { digest: "sha512" },
  "encoding.hex": { decode: decoder(/^[0-9a-f]{512}$/, "hex") },
  "encoding.base64url": { decode: decoder(/^[\w-]{342}$/, "base64url") },
  "encoding.unpadded": { decode: decoder(/^[A-Za-z0-9+/]{342}$/, "base64") },
  "encoding.lines": { decode: decoder(/^(?:[A-Za-z0-9+/]{64} ){5}[A-Za-z0-9+/]{22}==$/, "base64") },
  "encoding.twice": { decode: (text) => strictBase64(Buffer.from(text, "base64").toString()) },
  "separator.line-breaks": string(joined("\n")),
  "separator.spaces": string(joined(" ")),
  "separator.colons": string(joined(":")),
  "separator.dots": string(joined(".")),
  "separator.commas": string(joined(",")),
  "separator.pipes": string(joined("|")),
  "separator.ampersands": string(joined("&")),
  "separator.hyphens": string(joined("-")),
  "end.line-break": string(withEnd(() => "\n")),
  "order.timestamp-method-path": string((r) => timestampOf(r) + r.method + r.path),
  "order.timestamp-path-method": string((r) => timestampOf(r) + r.path + r.method),
  "order.method-timestamp-path": string((r) => r.method + timestampOf(r) + r.path),
  "order.path-method-timestamp": string((r) => r.path + r.method + timestampOf(r)),
  "order.path-timestamp-method": string((r) => r.path + timestampOf(r) + r.method),
  "method.lower-case": string((r) => r.method.toLowerCase() + r.path + timestampOf(r)),
  "method.left-out": string((r) => r.path + timestampOf(r)),
  "path.left-out": string((r) => r.method + timestampOf(r)),
  "timestamp.left-out": string((r) => r.method + r.path),
  "path.lower-case": string(withPath(({ path }) => path.toLowerCase())),
  "path.without-version": string(withPath(({ path }) => path.slice("/v1".length))),
  "path.whole-url": string(withPath(({ headers, url }) => `http://${headers.host}${url}`)),
  "path.with-host": string(withPath(({ headers, url }) => `${headers.host}${url}`)),
  "path.trailing-slash": string(withPath(({ path }) => `${path}/`)),
  "path.without-leading-slash": string(withPath(({ path }) => path.slice(1))),
  "body.appended": string(withEnd(({ body }) => body)),
  "body.hash-hex": string(withEnd(({ body }) => sha256(body).toString("hex"))),
  "body.hash-base64": string(withEnd(({ body }) => sha256(body).toString("base64"))),
  "idempotency-key.appended": string(withEnd(({ headers }) => headers["idempotency-key"] ?? "")),
  "timestamp.milliseconds-signed": string((r) => `${r.method}${r.path}${timestampOf(r)}000`),
  "hash.bytes": { prehash: "bytes" },
  "hash.hex": { prehash: "hex" },
  "hash.unnamed": { prehash: "unnamed" },
  "timestamp.milliseconds": {
    seconds: (text) => (/^[0-9]{13}$/.test(text) ? Number(text) / 1000 : Number.NaN),
  },
  "timestamp.iso-8601": {
    seconds: (text) => (/^[0-9-]+T/.test(text) ? Date.parse(text) / 1000 : Number.NaN),
  },
};

/** The path as in the request line, including the prefix: the specification does not say which is signed. */
export const fullPath: Reading = string(withPath(({ url }) => url.replace(/\?.*/, "")));

/** PSS padding: the specification does not name the padding. */
export const pssPadding: Reading = { isPss: true };
