import type { KeyObject } from "node:crypto";
import { api } from "../../generated/operations.ts";
import { wrongArgument } from "../core/checks.ts";
import { nodeCrypto } from "../core/node-crypto.ts";
import { canonicalForm } from "./canonical.ts";
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
   *   standard Base64 of them with padding (RFC 4648, section 4). Hash and encoding are those that the
   *   description says under `x-signature`.
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
  const { constants, sign } = nodeCrypto();
  const options = { key: importSigningKey(key), padding: constants.RSA_PKCS1_PADDING };
  return {
    async sign(data) {
      if (!(data instanceof Uint8Array)) throw wrongArgument("data", "must be bytes (Uint8Array)");
      return new Promise((resolve, reject) => {
        sign(api.signature.hash, data, options, (error, signature) =>
          error ? reject(error) : resolve(signature),
        );
      });
    },
  };
}

/**
 * The string that a signed request signs: HTTP method, request path and timestamp, joined with no separator,
 * as the description says under `x-signature`.
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
  return canonical({ method, path, timestamp });
}

const canonical = canonicalForm(api.signature.string);
