import { constants, type KeyObject, sign } from "node:crypto";

/**
 * Makes the signature of a request. Implement it to sign with a key that never leaves a KMS or an HSM.
 *
 * @see Specification, Authentication, 9: Base64 of the RSA signature with SHA-256.
 */
export interface Signer {
  /**
   * Signs one request.
   *
   * @param data - The string to sign, ASCII: method, path and timestamp joined with no separator.
   * @returns RSA-SHA256 signature with PKCS#1 v1.5 padding (RFC 8017, section 8.2) over the UTF-8 bytes of
   *   `data`, in standard Base64 with padding (RFC 4648, section 4).
   */
  sign(data: string): Promise<string>;
}

/**
 * A signer for a key in memory. The work is done in libuv's thread pool, so the event loop stays free for
 * the one to two milliseconds that a 2048-bit signature takes.
 *
 * @param key - RSA private key, see {@link importSigningKey}.
 */
export function rsaSigner(key: KeyObject): Signer {
  return {
    sign(data) {
      return new Promise((resolve, reject) => {
        sign(
          "sha256",
          Buffer.from(data, "utf8"),
          { key, padding: constants.RSA_PKCS1_PADDING },
          (error, signature) => {
            if (error) reject(error);
            else resolve(signature.toString("base64"));
          },
        );
      });
    },
  };
}
