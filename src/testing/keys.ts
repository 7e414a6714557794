import { generateKeyPairSync, type KeyObject } from "node:crypto";

let pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } | undefined;

/** A 2048-bit RSA key pair, generated once per process. */
export function testKeys(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  pair ??= generateKeyPairSync("rsa", { modulusLength: 2048 });
  return pair;
}
