import { createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { UsageError } from "../base/usage-error.ts";

/** Shortest RSA key that is accepted (NIST SP 800-131A), as for signing keys. */
const minimumBits = 2048;

/**
 * Reads the partner's public key from a PEM file.
 *
 * @param flag - The flag that names the file, for the error.
 * @throws UsageError that says what the file is instead, without any of its content.
 */
export function readPublicKey(flag: string, file: string): KeyObject {
  const wrong = (problem: string) => new UsageError(`${flag}: ${problem}`);
  if (file.includes("-----BEGIN")) throw wrong("give the name of a file, not the key itself");
  let pem: string;
  try {
    pem = readFileSync(file, "utf8");
  } catch (error) {
    throw wrong(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1];
  if (label === undefined) throw wrong(`${file} is not PEM text`);
  if (label.includes("PRIVATE KEY")) {
    throw wrong(
      `${file} holds a private key; give its public key, from: openssl pkey -in ${file} -pubout -out public-key.pem`,
    );
  }
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw wrong(
      `${file} is no readable public key; check that the PEM is complete and its lines are unchanged`,
    );
  }
  if (key.asymmetricKeyType !== "rsa") {
    throw wrong(`${file} holds a key of type ${key.asymmetricKeyType}; an RSA key is needed`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < minimumBits)
    throw wrong(`${file} holds a key of ${bits} bits; at least ${minimumBits} are needed`);
  return key;
}
