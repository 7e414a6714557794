/** Faults of what a signature covers and how it is verified. */
import { api } from "../../../generated/operations.ts";
import type { Seams } from "../seams.ts";
import { decodeBase64, type SignatureRules, signatureHolds, specifiedSignature } from "../verify.ts";
import { unchecked } from "./changes.ts";
import type { Fault } from "./fault.ts";
import { withHeader } from "./when.ts";
import { inWrites } from "./write.ts";

/** The checks of a signature that does not belong to the request, without the ends of their ids. */
export const signatureChecks: readonly string[] = [
  "signature.invalid",
  "signature.algorithm",
  "signature.method",
  "signature.path",
  "signature.timestamp",
  "signature.string",
];

type Covered = SignatureRules["covered"];

/** Verifies by other rules than the specified ones. */
const wants =
  (other: Partial<SignatureRules>): Seams["signature"] =>
  (rules) => ({ ...rules, ...other });

/** Accepts a signature by other rules as well, where it does not hold by the specified ones. */
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

/** Accepts signatures over other strings as well. */
const alsoOver = (...strings: readonly Covered[]) => alsoBy(...strings.map((covered) => ({ covered })));

const inLines: Covered = ({ method, path, timestamp }) => [method, path, timestamp].join("\n");
const withMethod = (change: (method: string) => string): Covered => {
  return ({ method, path, timestamp }) => change(method) + path + timestamp;
};
const withPath = (change: (path: string) => string): Covered => {
  return ({ method, path, timestamp }) => method + change(path) + timestamp;
};
const decodeHex = (header: string) => (/^[0-9a-f]+$/.test(header) ? Buffer.from(header, "hex") : null);

/** Faults of the signature; each is in the catalogue for both writes and for each alone. */
export const signatureFaults: readonly Fault[] = [
  ...inWrites("signature.optional", "does without a signature", {
    breaks: ["auth.signature.required", "signature.missing"],
    replays: "4xx",
    skipsCheck: unchecked("signature.missing"),
  }),
  ...inWrites("signature.empty-accepted", "accepts an empty signature", {
    breaks: ["auth.signature.verified", "signature.invalid"],
    when: withHeader(api.headers.signature, (signature) => signature === ""),
    skipsCheck: unchecked("signature.bad"),
  }),
  ...inWrites("signature.not-verified", "takes anything as the signature", {
    breaks: ["auth.signature.key", "signature.key", ...signatureChecks],
    skipsCheck: unchecked("signature.bad"),
  }),
  ...inWrites("signature.ignores-method", "accepts a signature over another method", {
    breaks: ["auth.signature.method", "signature.method"],
    skipsCheck: alsoOver(...["PATCH", "PUT", "GET"].map((other) => withMethod(() => other))),
  }),
  ...inWrites("signature.without-method", "accepts a signature that leaves the method out", {
    breaks: ["auth.signature.method", "signature.method"],
    skipsCheck: alsoOver(withMethod(() => "")),
  }),
  ...inWrites("signature.ignores-path", "accepts a signature over the path of another card", {
    breaks: ["auth.signature.path", "signature.path"],
    skipsCheck: alsoOver(withPath((path) => path.replace(/CRD[0-9]+/, "$&1"))),
  }),
  ...inWrites("signature.path-shortened", "accepts a signature over the path without its end", {
    breaks: ["auth.signature.path", "signature.path"],
    skipsCheck: alsoOver(withPath((path) => path.replace(/\/limits$/, ""))),
  }),
  ...inWrites("signature.ignores-timestamp", "accepts a signature over a timestamp some seconds older", {
    breaks: ["auth.signature.timestamp", "signature.timestamp"],
    skipsCheck: alsoOver(({ method, path, timestamp }) => `${method}${path}${Number(timestamp) - 10}`),
  }),
  ...inWrites("signature.without-timestamp", "accepts a signature that leaves the timestamp out", {
    breaks: ["auth.signature.timestamp", "signature.timestamp"],
    skipsCheck: alsoOver(({ method, path }) => method + path),
  }),
  ...["sha1", "sha512"].flatMap((digest) =>
    inWrites(`signature.${digest}-accepted`, `accepts ${digest.replace("sha", "SHA-")} as well`, {
      breaks: ["auth.signature.algorithm", "signature.algorithm"],
      skipsCheck: alsoBy({ digest }),
    }),
  ),
  ...inWrites("signature.hex-accepted", "accepts the signature in hex as well", {
    breaks: ["auth.signature.algorithm", "signature.algorithm"],
    signature: wants({ decode: (header) => decodeHex(header) ?? decodeBase64(header) }),
  }),
  ...inWrites("signature.separators-accepted", "accepts line breaks between the signed parts as well", {
    breaks: ["auth.signature.string", "signature.string"],
    skipsCheck: alsoOver(inLines),
  }),
  ...inWrites("signature.any-order-accepted", "accepts the signed parts in another order as well", {
    breaks: ["auth.signature.string", "signature.string"],
    skipsCheck: alsoOver(({ method, path, timestamp }) => timestamp + method + path),
  }),
  ...inWrites("signature.wants-sha512", "verifies with SHA-512 instead of SHA-256", {
    breaks: ["auth.signature.algorithm", "signature.scheme"],
    signature: wants({ digest: "sha512" }),
  }),
  ...inWrites("signature.wants-hex", "wants the signature in hex", {
    breaks: ["auth.signature.algorithm", "signature.scheme"],
    signature: wants({ decode: decodeHex }),
  }),
  ...inWrites("signature.wants-separators", "wants line breaks between the signed parts", {
    breaks: ["auth.signature.string", "signature.scheme"],
    signature: wants({ covered: inLines }),
  }),
  ...inWrites("signature.wants-lower-case", "wants the method in lower case", {
    breaks: ["auth.signature.string", "signature.scheme"],
    signature: wants({ covered: withMethod((method) => method.toLowerCase()) }),
  }),
];
