/** Makes the signatures of the vectors, right and wrong, from what each says about itself. */
import { constants, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { api } from "../../generated/operations.ts";
import type { Made, Vector, Vectors } from "./vectors.ts";

const encodings: Record<Made["encoding"], (signature: Buffer) => string> = {
  base64: (signature) => signature.toString("base64"),
  base64url: (signature) => signature.toString("base64url"),
  hex: (signature) => signature.toString("hex"),
  "base64-first-line": (signature) => signature.toString("base64").slice(0, 64),
  "base64-percent-encoded": (signature) => encodeURIComponent(signature.toString("base64")),
  none: () => "",
};

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };

/** The value of the signature header, made as a vector says; one with PSS padding is another each time. */
export function signatureOf(
  { string, key, digest, padding, encoding }: Made,
  { privateKeys }: Pick<Vectors, "privateKeys">,
): string {
  const way = padding === "pss" ? pss : { padding: constants.RSA_PKCS1_PADDING };
  return encodings[encoding](
    sign(digest, Buffer.from(string), { key: readFileSync(privateKeys[key]), ...way }),
  );
}

/** True if the signature of a vector still is one of the string that it was made of. */
function holdsAsPss({ made, request }: Vector, publicKey: string): boolean {
  const key = createPublicKey(readFileSync(publicKey));
  return verify(
    made.digest,
    Buffer.from(made.string),
    { key, ...pss },
    Buffer.from(request.signature, "base64"),
  );
}

/** The server's clock of a vector whose age follows the window of the description, in Unix seconds. */
export function serverTimeOf({ serverTime, secondsPastWindow, request }: Vector): number {
  return secondsPastWindow === undefined
    ? serverTime
    : Number(request.timestamp) + api.timestampWindowSeconds + secondsPastWindow;
}

/** A vector with its signature and its time as they have to be after paths or the window have changed. */
export function remade(vector: Vector, keys: Pick<Vectors, "privateKeys" | "publicKey">): Vector {
  const { made, request } = vector;
  const isRight = made.padding === "pss" && holdsAsPss(vector, keys.publicKey);
  return {
    ...vector,
    serverTime: serverTimeOf(vector),
    request: { ...request, signature: isRight ? request.signature : signatureOf(made, keys) },
  };
}
