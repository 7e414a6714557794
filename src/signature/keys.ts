import type { JsonWebKey, KeyObject, webcrypto } from "node:crypto";
import { RequestError } from "../core/errors.ts";
import { nodeCrypto } from "../core/node-crypto.ts";

/**
 * A signing key in any of its usual forms: PEM text (PKCS#8, PKCS#1, encrypted or not), a `KeyObject`, a Web
 * Crypto `CryptoKey`, or a JSON Web Key (RFC 7517).
 */
export type SigningKeyInput = string | Buffer | KeyObject | webcrypto.CryptoKey | JsonWebKey;

/** Smallest RSA key size that is accepted, in bits (NIST SP 800-131A). */
const minimumBits = 2048;

/**
 * Reads the partner's signing key. Do this once: reading a PEM costs more than a signature.
 *
 * @param key - RSA private key of at least 2048 bits. A PEM whose line breaks arrived as the two characters
 *   `\n`, as from an environment variable, is repaired.
 * @param passphrase - Passphrase of an encrypted PEM.
 * @throws RequestError `invalid-signing-key`, saying what the input is and what is needed instead.
 * @see Specification, Authentication, 9 and 10.
 */
export function importSigningKey(key: SigningKeyInput, passphrase?: string): KeyObject {
  return checked(keyObject(key, passphrase));
}

function keyObject(key: SigningKeyInput, passphrase: string | undefined): KeyObject {
  if (key instanceof nodeCrypto().KeyObject) return key;
  if (typeof key === "string" || key instanceof Uint8Array) {
    return fromPem(Buffer.from(key).toString("utf8"), passphrase);
  }
  if (typeof key === "object" && key !== null && "algorithm" in key) return fromCryptoKey(key);
  if (typeof key === "object" && key !== null && "kty" in key) return fromJwk(key);
  throw refused("is not PEM text, a KeyObject, a CryptoKey or a JSON Web Key", { received: typeof key });
}

function fromCryptoKey(key: object): KeyObject {
  try {
    return nodeCrypto().KeyObject.from(key as webcrypto.CryptoKey);
  } catch (cause) {
    throw refused("is not a usable CryptoKey", cause);
  }
}

function fromJwk(jwk: JsonWebKey): KeyObject {
  if (jwk.kty === "RSA" && jwk.d === undefined) throw refused(publicKeyGiven, { kty: jwk.kty });
  try {
    return nodeCrypto().createPrivateKey({ key: jwk, format: "jwk" });
  } catch (cause) {
    throw refused("is not a usable private JSON Web Key", withoutInput(cause));
  }
}

function fromPem(text: string, passphrase: string | undefined): KeyObject {
  const pem = repaired(text);
  const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1];
  if (label === undefined) {
    throw refused("is not PEM text; if it is the name of a file, pass the content of the file", { label });
  }
  if (/PUBLIC KEY|CERTIFICATE/.test(label)) throw refused(publicKeyGiven, { label });
  if (label === "OPENSSH PRIVATE KEY") {
    throw refused("is in OpenSSH format; convert it with `ssh-keygen -p -m PKCS8 -f FILE`", { label });
  }
  const encrypted = label === "ENCRYPTED PRIVATE KEY" || pem.includes("Proc-Type: 4,ENCRYPTED");
  if (encrypted && passphrase === undefined) {
    throw refused("is encrypted; pass its passphrase", { label });
  }
  try {
    return nodeCrypto().createPrivateKey({ key: pem, format: "pem", ...(encrypted ? { passphrase } : {}) });
  } catch (cause) {
    throw refused(
      encrypted
        ? "cannot be decrypted; check the passphrase"
        : "cannot be read; check that the PEM is complete and its lines are unchanged",
      withoutInput(cause),
    );
  }
}

/** Environment variables and secret stores often turn line breaks into `\n` and keep surrounding quotes. */
function repaired(text: string): string {
  const bare = text.trim().replace(/^(["'])([\s\S]*)\1$/, "$2");
  return `${bare.replaceAll("\\r", "").replaceAll("\\n", "\n").trim()}\n`;
}

function checked(key: KeyObject): KeyObject {
  if (key.type !== "private") {
    throw refused(
      key.type === "public" ? publicKeyGiven : "is a symmetric key; an RSA private key is needed",
      {
        type: key.type,
      },
    );
  }
  // With an EC key crypto.sign silently produces ECDSA, with an RSA-PSS key PSS.
  if (key.asymmetricKeyType !== "rsa") {
    throw refused(`is of type ${key.asymmetricKeyType}; an RSA key is needed`, {
      type: key.asymmetricKeyType,
    });
  }
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < minimumBits) {
    throw refused(`has ${bits} bits; at least ${minimumBits} are needed`, { bits });
  }
  return key;
}

const publicKeyGiven = "is a public key or certificate; signing needs the private key";

function refused(problem: string, cause: unknown): RequestError {
  return new RequestError("invalid-signing-key", `signingKey ${problem}.`, { cause });
}

/** The library's error with only name and message: some runtimes attach the input to it. */
function withoutInput(error: unknown): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  return new Error(code ?? "the key could not be decoded");
}
