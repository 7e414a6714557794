import { constants, type KeyObject, sign } from "node:crypto";
import { wrongArgument } from "../core/checks.ts";
import { importSigningKey } from "./keys.ts";

/**
 * Signs requests. Implement it to sign with a key that never leaves a KMS or an HSM.
 *
 * @see Specification, Authentication, 9: Base64 of the RSA signature with SHA-256.
 */
export interface Signer {
  /**
   * Signs one request.
   *
   * @param data - The bytes to sign: method, path and timestamp joined with no separator, in UTF-8. The
   *   message itself, not its digest.
   * @returns RSA-SHA256 signature with PKCS#1 v1.5 padding (RFC 8017, section 8.2) over `data`: its bytes, or
   *   standard Base64 of them with padding (RFC 4648, section 4).
   */
  sign(data: Uint8Array): Promise<Uint8Array | string>;
}

/**
 * A signer for a key in memory. The work is done in libuv's thread pool, so the event loop stays free for
 * the one to two milliseconds that a 2048-bit signature takes.
 *
 * @param key - RSA private key, see {@link importSigningKey}.
 * @throws RequestError `invalid-signing-key` at once for another kind of key; `invalid-argument` from `sign`
 *   for data that is not bytes.
 */
export function rsaSigner(key: KeyObject): { sign(data: Uint8Array): Promise<Buffer> } {
  const options = { key: importSigningKey(key), padding: constants.RSA_PKCS1_PADDING };
  return {
    async sign(data) {
      if (!(data instanceof Uint8Array)) throw wrongArgument("data", "must be bytes (Uint8Array)");
      return new Promise((resolve, reject) => {
        sign("sha256", data, options, (error, signature) => (error ? reject(error) : resolve(signature)));
      });
    },
  };
}

/**
 * What a signer returned, as a header value.
 *
 * @param signature - Bytes or standard Base64; a custom signer may return anything.
 * @returns Standard Base64 with padding; undefined if it is neither.
 * @see Specification, Authentication, 9. RFC 4648, section 4.
 */
export function signatureText(signature: unknown): string | undefined {
  const text = signature instanceof Uint8Array ? Buffer.from(signature).toString("base64") : signature;
  if (typeof text !== "string" || text.length % 4 !== 0) return undefined;
  return /^[A-Za-z0-9+/]{2,}={0,2}$/.test(text) ? text : undefined;
}

/**
 * The string that a signed request signs: HTTP method, request path and timestamp, joined with no separator.
 *
 * It does not cover body, query, host or idempotency key, because the API's scheme does not.
 *
 * @param method - HTTP method as sent on the wire, in capitals.
 * @param path - Request path as sent on the wire (percent-encoded, without query).
 * @param timestamp - Value of the timestamp header, Unix time in seconds. Not checked, so that a
 *   malformed one can be signed on purpose.
 * @see Specification, Authentication, 9 and 10.
 */
export function canonicalString(method: string, path: string, timestamp: string): string {
  return method + path + timestamp;
}
