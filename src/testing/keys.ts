import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";

/** An RSA key pair. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Names the environment variable that {@link keysForAll} is handed to the processes of a test run in. */
export const keysVariable = "KEYS_OF_THIS_TEST_RUN";

let pairs: readonly [KeyPair, KeyPair] | undefined;

/** A 2048-bit RSA key pair, made for this run of the tests. */
export function testKeys(): KeyPair {
  pairs ??= handedOver();
  return pairs[0];
}

/** Another such pair, for whoever is not to be trusted. */
export function otherTestKeys(): KeyPair {
  pairs ??= handedOver();
  return pairs[1];
}

/** Both pairs as text: to make a key takes a third of a second, which is too long for each process of a run. */
export function keysForAll(): string {
  const keys = [testKeys(), otherTestKeys()].map(({ privateKey }) =>
    privateKey.export({ type: "pkcs8", format: "pem" }),
  );
  return JSON.stringify(keys);
}

function handedOver(): readonly [KeyPair, KeyPair] {
  const text = process.env[keysVariable];
  if (text === undefined) return [generated(), generated()];
  const [one = "", other = ""] = JSON.parse(text) as readonly string[];
  return [pairOf(one), pairOf(other)];
}

function generated(): KeyPair {
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}

function pairOf(pem: string): KeyPair {
  const privateKey = createPrivateKey(pem);
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
