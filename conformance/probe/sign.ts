import { constants, type KeyObject, sign } from "node:crypto";
import { rsaSigner } from "../../src/signature/signer.ts";

/** How something is signed; what is left out is as the specification says. */
export interface SigningWay {
  readonly digest?: "sha1" | "sha512";
  readonly padding?: "pss";
  readonly encoding?: "hex" | "base64url";
}

/** Signs a string and returns the header value. */
export type SignFunction = (key: KeyObject, data: string, way?: SigningWay) => Promise<string>;

/**
 * Signs with the client's signer, or in another way where a defect asks for one (Authentication, line 9).
 *
 * @throws the error of node:crypto when the key cannot sign.
 */
export const signWith: SignFunction = async (key, data, way = {}) => {
  if (way.digest === undefined && way.padding === undefined) {
    return encoded(await rsaSigner(key).sign(Buffer.from(data, "utf8")), way);
  }
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const input =
      way.padding === "pss"
        ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
        : { key };
    sign(way.digest ?? "sha256", Buffer.from(data, "utf8"), input, (error, signature) =>
      error === null ? resolve(signature) : reject(error),
    );
  });
  return encoded(bytes, way);
};

function encoded(bytes: Buffer, { encoding }: SigningWay): string {
  return bytes.toString(encoding ?? "base64");
}
