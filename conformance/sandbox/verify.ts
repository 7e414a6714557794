/**
 * How the sandbox verifies a signed request. It is written separately, not shared with the client, so that
 * the same mistake cannot hide on both sides.
 */
import { constants, type KeyObject, type VerifyKeyObjectInput, verify } from "node:crypto";
import { api } from "../../generated/operations.ts";

/** What a signature is verified against. */
export interface SignedParts {
  method: string;
  path: string;
  timestamp: string;
}

/** How a signature is verified; a fault can replace each part. */
export interface SignatureRules {
  /** The string that has to be signed (Authentication, line 10). */
  covered(parts: SignedParts): string;
  /** The bytes of the header value, or null if it is not a valid encoding. */
  decode(header: string): Buffer | null;
  /** Node's name for the digest. */
  digest: string;
  paddings: readonly ("pkcs1" | "pss")[];
}

/** The decoders of the encodings that a description can name. */
const decoders: Readonly<Record<string, SignatureRules["decode"]>> = {
  base64: decodeBase64,
  base64url: (header) => (/^[\w-]+$/.test(header) ? Buffer.from(header, "base64url") : null),
  hex: (header) => (/^(?:[0-9a-f]{2})+$/.test(header) ? Buffer.from(header, "hex") : null),
};

/** What is signed, each part by itself. */
const pieces = api.signature.string.split(/(\{\w+\})/);

/** The rules of the description, with PKCS#1 v1.5 as the padding. */
export const specifiedSignature: SignatureRules = {
  covered: ({ method, path, timestamp }) => {
    const values: Readonly<Record<string, string>> = {
      "{method}": method,
      "{path}": path,
      "{timestamp}": timestamp,
    };
    return pieces.map((piece) => values[piece] ?? piece).join("");
  },
  decode: decoders[api.signature.encoding] ?? decodeBase64,
  digest: api.signature.hash,
  paddings: ["pkcs1"],
};

/** Standard Base64 with padding (RFC 4648, section 4), or null. */
export function decodeBase64(header: string): Buffer | null {
  const standard = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
  return header !== "" && standard.test(header) ? Buffer.from(header, "base64") : null;
}

/** Base64 in either alphabet, with or without padding. */
export function decodeAnyBase64(header: string): Buffer | null {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(header) ? Buffer.from(header, "base64") : null;
}

/** Verifies bytes, as node:crypto does. */
export type VerifyFunction = (
  digest: string,
  data: Buffer,
  key: VerifyKeyObjectInput,
  signature: Buffer,
) => boolean;

/** True when the header value is a signature of these parts by the owner of the key. */
export function signatureHolds(
  key: KeyObject,
  parts: SignedParts,
  header: string,
  rules: SignatureRules = specifiedSignature,
  verifyBytes: VerifyFunction = verify,
): boolean {
  const signature = rules.decode(header);
  if (signature === null) return false;
  const data = Buffer.from(rules.covered(parts), "utf8");
  return rules.paddings.some((padding) =>
    verifyBytes(
      rules.digest,
      data,
      padding === "pss"
        ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
        : { key, padding: constants.RSA_PKCS1_PADDING },
      signature,
    ),
  );
}

/** Why a timestamp is refused, or null if it is accepted (Authentication, line 9). */
export function timestampProblem(
  header: string,
  nowMs: number,
  futureAllowed: boolean,
): "malformed" | "stale" | "future" | null {
  if (!/^[0-9]{1,15}$/.test(header)) return "malformed";
  const age = Math.floor(nowMs / 1000) - Number(header);
  if (age > api.timestampWindowSeconds) return "stale";
  return age < -api.timestampWindowSeconds && !futureAllowed ? "future" : null;
}
