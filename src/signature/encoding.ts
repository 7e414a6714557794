import { api } from "../../generated/operations.ts";

/** The encodings that a signature can have in its header, and how people call them. RFC 4648. */
const names = { base64: "standard Base64", base64url: "Base64url", hex: "hexadecimal digits" } as const;

const forms: Readonly<Record<SignatureEncoding, RegExp>> = {
  base64: /^(?=.{4})(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  base64url: /^(?=.{2})(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/,
  hex: /^(?:[0-9a-fA-F]{2})+$/,
};

/** An encoding of a signature: Base64 with padding, Base64url without, hexadecimal digits. */
export type SignatureEncoding = keyof typeof names;

/** The encoding that the description gives the signature. Specification, Authentication, 9. */
export const signatureEncoding: SignatureEncoding = api.signature.encoding;

/** How people call an encoding, for messages. */
export function encodingName(encoding: SignatureEncoding = signatureEncoding): string {
  return names[encoding];
}

/**
 * What a signer returned, as a header value.
 *
 * @param signature - Bytes, or a text that already has the encoding; a custom signer may return anything.
 * @param encoding - That of the description, unless given.
 * @returns A text in the encoding; undefined if it is neither.
 * @see Specification, Authentication, 9. RFC 4648, sections 4, 5 and 8.
 */
export function signatureText(
  signature: unknown,
  encoding: SignatureEncoding = signatureEncoding,
): string | undefined {
  if (signature instanceof Uint8Array) {
    const { buffer, byteOffset, byteLength } = signature;
    return byteLength === 0 ? undefined : Buffer.from(buffer, byteOffset, byteLength).toString(encoding);
  }
  return typeof signature === "string" && forms[encoding].test(signature) ? signature : undefined;
}
