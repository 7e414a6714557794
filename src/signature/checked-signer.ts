import type { KeyObject, webcrypto } from "node:crypto";
import { api } from "../../generated/operations.ts";
import { RequestError } from "../core/errors.ts";
import { nodeCrypto } from "../core/node-crypto.ts";
import { encodingName, signatureEncoding, signatureText } from "./encoding.ts";
import type { SigningKeyInput } from "./keys.ts";
import type { Signer } from "./signer.ts";

/** Data signed to test a signer; no request looks like it. */
const sample = Buffer.from("partner-card self-test");

/**
 * A signer that is tested once, before its first signature is used: key services differ in whether they
 * sign a message or its digest, and in padding and encoding, and the API would only refuse the request.
 *
 * @param signer - The signer to test.
 * @param publicKey - Its public key.
 * @throws RequestError `invalid-configuration` immediately for an unusable public key; `signer-failed` from
 *   `sign` while the test fails.
 */
export function checkedSigner(signer: Signer, publicKey: SigningKeyInput): Signer {
  const key = readPublicKey(publicKey);
  let test: Promise<void> | undefined;
  return {
    async sign(data) {
      test ??= testSigner(signer, key).catch((error: unknown) => {
        // The service may have been unreachable; the next call tests again.
        test = undefined;
        throw error;
      });
      await test;
      return signer.sign(data);
    },
  };
}

/** The hash as people write it: SHA-256. */
const hashName = api.signature.hash.toUpperCase().replace("SHA", "SHA-");

async function testSigner(signer: Signer, key: KeyObject): Promise<void> {
  const { constants, verify } = nodeCrypto();
  const signature = Buffer.from(signatureText(await signer.sign(sample)) ?? "", signatureEncoding);
  if (verify(api.signature.hash, sample, { key, padding: constants.RSA_PKCS1_PADDING }, signature)) return;
  throw new RequestError(
    "signer-failed",
    `The signer's signature does not fit signerPublicKey. It must be RSA with ${hashName} and PKCS#1 v1.5 padding ` +
      `over the message itself, as bytes or in ${encodingName()}. Nothing was sent.`,
    { cause: { test: sample.toString() } },
  );
}

function readPublicKey(input: SigningKeyInput): KeyObject {
  try {
    const { createPublicKey } = nodeCrypto();
    const given = publicOrPrivate(input);
    const key = given.type === "private" ? createPublicKey(given) : given;
    if (key.asymmetricKeyType === "rsa") return key;
    throw new TypeError("not RSA");
  } catch (error) {
    throw new RequestError("invalid-configuration", "signerPublicKey is not an RSA public key.", {
      cause: { reason: error instanceof Error ? error.name : typeof error },
    });
  }
}

function publicOrPrivate(key: SigningKeyInput): KeyObject {
  const { createPublicKey, KeyObject } = nodeCrypto();
  if (key instanceof KeyObject) return key;
  if (typeof key === "string" || key instanceof Uint8Array) return createPublicKey(Buffer.from(key));
  if ("algorithm" in key) return KeyObject.from(key as webcrypto.CryptoKey);
  return createPublicKey({ key, format: "jwk" });
}
