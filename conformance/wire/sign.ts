import { constants, createHash, type KeyObject, privateEncrypt, sign } from "node:crypto";
import { api } from "../../generated/operations.ts";
import { rsaSigner } from "../../src/signature/signer.ts";

/** How something is signed; omitted properties are as specified. */
export interface SigningWay {
  /** "none" signs the input as if it were the hash with the name of its algorithm. */
  readonly digest?: "sha1" | "sha256" | "sha384" | "sha512" | "none";
  readonly padding?: "pss";
  /** Signs the hash of the string, as bytes or hex, instead of the string. */
  readonly prehash?: "bytes" | "hex";
  /** "lines" puts a space after every 64 characters, for the line breaks; "twice" is Base64 of Base64. */
  readonly encoding?: "base64" | "hex" | "base64url" | "unpadded" | "lines" | "twice";
}

/** Signs a string and returns the header value. */
export type SignFunction = (key: KeyObject, data: string, way?: SigningWay) => Promise<string>;

/**
 * Signs with the client's signer, or in another way if a defect requires it (Authentication, line 9).
 *
 * @throws the error of node:crypto when the key cannot sign.
 */
export const signWith: SignFunction = async (key, data, way = {}) => {
  const { digest, padding, prehash } = way;
  if (digest === undefined && padding === undefined && prehash === undefined) {
    return encoded(await rsaSigner(key).sign(Buffer.from(data, "utf8")), way);
  }
  const input = signedBytes(data, way);
  if (digest === "none") {
    return encoded(privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, input), way);
  }
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const padded =
      padding === "pss"
        ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
        : { key };
    sign(digest ?? api.signature.hash, input, padded, (error, signature) =>
      error === null ? resolve(signature) : reject(error),
    );
  });
  return encoded(bytes, way);
};

/**
 * Signs each string once, in each way: with PKCS#1 v1.5 padding it gives the same signature every time (RFC 8017,
 * section 8.2.1), and many requests of a run have the same path and second.
 */
export function signingOnce(sign: SignFunction = signWith): SignFunction {
  const signed = new WeakMap<KeyObject, Map<string, Promise<string>>>();
  return (key, data, way = {}) => {
    if (way.padding !== undefined) return sign(key, data, way);
    const ofKey = signed.get(key) ?? new Map<string, Promise<string>>();
    signed.set(key, ofKey);
    const name = JSON.stringify([data, way]);
    const signature = ofKey.get(name) ?? sign(key, data, way);
    ofKey.set(name, signature);
    return signature;
  };
}

/** The bytes to sign for a string: its own, or its hash if the way asks for that. */
export function signedBytes(data: string, { prehash }: SigningWay): Buffer {
  const bytes = Buffer.from(data, "utf8");
  if (prehash === undefined) return bytes;
  const hash = createHash(api.signature.hash).update(bytes).digest();
  return prehash === "hex" ? Buffer.from(hash.toString("hex")) : hash;
}

function encoded(bytes: Buffer, { encoding }: SigningWay): string {
  const base64 = bytes.toString("base64");
  switch (encoding) {
    case "unpadded":
      return base64.replace(/=+$/, "");
    case "lines":
      return base64.replace(/.{64}(?=.)/g, "$& ");
    case "twice":
      return Buffer.from(base64).toString("base64");
    default:
      return bytes.toString(encoding ?? api.signature.encoding);
  }
}
