/** Faults of what a signature covers and how it is verified. */
import { api } from "../../../generated/operations.ts";
import type { Seams } from "../seams.ts";
import { decodeBase64, type SignatureRules, signatureHolds, specifiedSignature } from "../verify.ts";
import { unchecked } from "./changes.ts";
import { breaks, type Heading, type Row } from "./fault.ts";
import { withHeader } from "./when.ts";
import { inWrites } from "./write.ts";

/** The checks of a signature that does not belong to the request, without their id suffixes. */
export const signatureChecks: readonly string[] = [
  "signature.invalid",
  "signature.algorithm",
  "signature.method",
  "signature.path",
  "signature.timestamp",
  "signature.string",
];

type Covered = SignatureRules["covered"];

/** Verifies by rules other than the specified ones. */
const wants =
  (other: Partial<SignatureRules>): Seams["signature"] =>
  (rules) => ({ ...rules, ...other });

/** Also accepts a signature by other rules if it is not valid by the specified ones. */
const alsoBy =
  (...others: readonly Partial<SignatureRules>[]): Seams["skipsCheck"] =>
  (condition, { request: { headers, method, path }, publicKey }) => {
    if (condition !== "signature.bad") return false;
    const parts = { method, path, timestamp: headers.get(api.headers.timestamp) ?? "" };
    const signature = headers.get(api.headers.signature) ?? "";
    return others.some((other) =>
      signatureHolds(publicKey, parts, signature, { ...specifiedSignature, ...other }),
    );
  };

/** Also accepts signatures over other strings. */
const alsoOver = (...strings: readonly Covered[]) => alsoBy(...strings.map((covered) => ({ covered })));

const inLines: Covered = ({ method, path, timestamp }) => [method, path, timestamp].join("\n");
const withMethod = (change: (method: string) => string): Covered => {
  return ({ method, path, timestamp }) => change(method) + path + timestamp;
};
const withPath = (change: (path: string) => string): Covered => {
  return ({ method, path, timestamp }) => method + change(path) + timestamp;
};
const decodeHex = (header: string) => (/^[0-9a-f]+$/.test(header) ? Buffer.from(header, "hex") : null);

/** Faults of the signature, for both writes and for each one alone, under their headings. */
export const signatureRows: readonly (Heading | Row)[] = [
  breaks("auth.signature.required", "signature.missing"),
  ...inWrites("signature.optional", "does without a signature", {
    replays: "4xx",
    skipsCheck: unchecked("signature.missing"),
  }),
  breaks("auth.signature.verified", "signature.invalid"),
  ...inWrites("signature.empty-accepted", "accepts an empty signature", {
    when: withHeader(api.headers.signature, (signature) => signature === ""),
    skipsCheck: unchecked("signature.bad"),
  }),
  breaks("auth.signature.key", "signature.key", ...signatureChecks),
  ...inWrites("signature.not-verified", "takes anything as the signature", {
    skipsCheck: unchecked("signature.bad"),
  }),
  breaks("auth.signature.method", "signature.method"),
  ...inWrites("signature.ignores-method", "accepts a signature over another method", {
    skipsCheck: alsoOver(...["PATCH", "PUT", "GET"].map((other) => withMethod(() => other))),
  }),
  breaks("auth.signature.method", "signature.method"),
  ...inWrites("signature.without-method", "accepts a signature that leaves the method out", {
    skipsCheck: alsoOver(withMethod(() => "")),
  }),
  breaks("auth.signature.path", "signature.path"),
  ...inWrites("signature.ignores-path", "accepts a signature over the path of another card", {
    skipsCheck: alsoOver(withPath((path) => path.replace(/CRD[0-9]+/, "$&1"))),
  }),
  ...inWrites("signature.path-shortened", "accepts a signature over the path without its end", {
    skipsCheck: alsoOver(withPath((path) => path.replace(/\/limits$/, ""))),
  }),
  breaks("auth.signature.timestamp", "signature.timestamp"),
  ...inWrites("signature.ignores-timestamp", "accepts a signature over a timestamp some seconds older", {
    skipsCheck: alsoOver(({ method, path, timestamp }) => `${method}${path}${Number(timestamp) - 10}`),
  }),
  ...inWrites("signature.without-timestamp", "accepts a signature that leaves the timestamp out", {
    skipsCheck: alsoOver(({ method, path }) => method + path),
  }),
  breaks("auth.signature.algorithm", "signature.algorithm"),
  ...["sha1", "sha512"].flatMap((digest) =>
    inWrites(`signature.${digest}-accepted`, `accepts ${digest.replace("sha", "SHA-")} as well`, {
      skipsCheck: alsoBy({ digest }),
    }),
  ),
  ...inWrites("signature.hex-accepted", "accepts the signature in hex as well", {
    signature: wants({ decode: (header) => decodeHex(header) ?? decodeBase64(header) }),
  }),
  breaks("auth.signature.string", "signature.string"),
  ...inWrites("signature.separators-accepted", "accepts line breaks between the signed parts as well", {
    skipsCheck: alsoOver(inLines),
  }),
  ...inWrites("signature.any-order-accepted", "accepts the signed parts in another order as well", {
    skipsCheck: alsoOver(({ method, path, timestamp }) => timestamp + method + path),
  }),
  breaks("auth.signature.algorithm", "signature.scheme"),
  ...inWrites("signature.wants-sha512", "verifies with SHA-512 instead of SHA-256", {
    signature: wants({ digest: "sha512" }),
  }),
  ...inWrites("signature.wants-hex", "wants the signature in hex", {
    signature: wants({ decode: decodeHex }),
  }),
  breaks("auth.signature.string", "signature.scheme"),
  ...inWrites("signature.wants-separators", "wants line breaks between the signed parts", {
    signature: wants({ covered: inLines }),
  }),
  ...inWrites("signature.wants-lower-case", "wants the method in lower case", {
    signature: wants({ covered: withMethod((method) => method.toLowerCase()) }),
  }),
];
