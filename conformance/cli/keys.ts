/** The partner's keys, each from a PEM file. No error shows the content of such a file. */
import { createPublicKey, type KeyObject } from "node:crypto";
import { importSigningKey } from "../../src/signature/keys.ts";
import { messageOf } from "../base/run-ended.ts";
import { UsageError } from "../base/usage-error.ts";
import { type Environment, readText, variables } from "./environment.ts";

/** Shortest accepted RSA key (NIST SP 800-131A), as for signing keys. */
const minimumBits = 2048;

/**
 * The signing key: a file from the flag, a file or PEM from the environment, or null if neither is set.
 * The passphrase of an encrypted key comes from the environment.
 *
 * @throws UsageError when the key cannot be used.
 */
export function readSigningKey(flag: string | undefined, environment: Environment): KeyObject | null {
  const value = flag ?? environment[variables.signingKey];
  if (value === undefined || value === "") return null;
  const name = flag === undefined ? variables.signingKey : "--signing-key";
  const isPem = flag === undefined && value.includes("-----BEGIN");
  const pem = isPem ? value : readText(value, name);
  const passphrase = environment[variables.signingKeyPassphrase] || undefined;
  const isEncrypted = pem.includes("ENCRYPTED");
  if (isEncrypted && passphrase === undefined) {
    throw new UsageError(
      `${name}: the key is encrypted; set ${variables.signingKeyPassphrase} to its passphrase (there is no flag for it, on purpose)`,
    );
  }
  try {
    return importSigningKey(pem, passphrase);
  } catch (error) {
    const from = isEncrypted ? ` (the passphrase is that of ${variables.signingKeyPassphrase})` : "";
    throw new UsageError(`${name}: ${messageOf(error)}${from}`);
  }
}

/** The message of a command that cannot work without a signing key. */
export const noSigningKey = `no signing key: give --signing-key FILE or ${variables.signingKey}`;

/**
 * Reads the public key that --public-key names.
 *
 * @throws UsageError that describes what the file contains instead.
 */
export function readPublicKey(file: string): KeyObject {
  const wrong = (problem: string) => new UsageError(`--public-key: ${file} ${problem}`);
  const pem = readText(file, "--public-key");
  const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1];
  if (label === undefined) throw wrong("is not PEM text");
  if (label.includes("PRIVATE KEY")) {
    throw wrong(
      `holds a private key; give its public key, from: openssl pkey -in ${file} -pubout -out public-key.pem`,
    );
  }
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw wrong("is no readable public key; check that the PEM is complete and its lines are unchanged");
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type !== "rsa") throw wrong(`holds a key of type ${type}; an RSA key is needed`);
  const bits = details?.modulusLength ?? 0;
  if (bits < minimumBits) throw wrong(`holds a key of ${bits} bits; at least ${minimumBits} are needed`);
  return key;
}
