import assert from "node:assert/strict";
import { createPublicKey, generateKeyPairSync, type KeyObject, webcrypto } from "node:crypto";
import { test } from "node:test";
import { inspect } from "node:util";
import { RequestError } from "../core/errors.ts";
import { testKeys } from "../testing/keys.ts";
import { importSigningKey, type SigningKeyInput } from "./keys.ts";

const { privateKey, publicKey } = testKeys();
const passphrase = "canary-passphrase";
const pkcs8 = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const pkcs1 = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const cipher = { cipher: "aes-256-cbc", passphrase };
const encryptedPkcs8 = privateKey.export({ type: "pkcs8", format: "pem", ...cipher }).toString();
const encryptedPkcs1 = privateKey.export({ type: "pkcs1", format: "pem", ...cipher }).toString();

function samePublicKey(key: KeyObject): void {
  assert.ok(createPublicKey(key).equals(publicKey));
}

const accepted: readonly [string, SigningKeyInput, string?][] = [
  ["PKCS#8", pkcs8],
  ["PKCS#1", pkcs1],
  ["encrypted PKCS#8", encryptedPkcs8, passphrase],
  ["encrypted PKCS#1", encryptedPkcs1, passphrase],
  ["a Buffer with PEM", Buffer.from(pkcs8)],
  ["a KeyObject", privateKey],
  ["a JSON Web Key", privateKey.export({ format: "jwk" })],
  ["PEM whose line breaks are the characters \\n", pkcs8.replaceAll("\n", "\\n")],
  ["PEM in quotes, as in a .env file", `"${pkcs8.replaceAll("\n", "\\n")}"`],
  ["PEM with Windows line breaks", pkcs8.replaceAll("\n", "\r\n")],
  ["PEM with space around it", `\n  ${pkcs8}  \n`],
  ["an unneeded passphrase", pkcs8, passphrase],
];

for (const [name, input, phrase] of accepted) {
  test(`accepts ${name}`, () => samePublicKey(importSigningKey(input, phrase)));
}

test("accepts a CryptoKey, also one that cannot be exported", async () => {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const der = privateKey.export({ type: "pkcs8", format: "der" });
  samePublicKey(importSigningKey(await webcrypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"])));
});

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const small = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
const pss = generateKeyPairSync("rsa-pss", { modulusLength: 2048 }).privateKey;

const refused: readonly [string, unknown, RegExp, string?][] = [
  ["a public key in PEM", publicKey.export({ type: "spki", format: "pem" }), /public key/],
  ["a PKCS#1 public key", publicKey.export({ type: "pkcs1", format: "pem" }), /public key/],
  ["a public KeyObject", publicKey, /public key/],
  ["a public JSON Web Key", publicKey.export({ format: "jwk" }), /public key/],
  ["an EC key", ec, /type ec; an RSA key is needed/],
  ["an EC key in PEM", ec.export({ type: "sec1", format: "pem" }), /type ec/],
  ["an EC JSON Web Key", ec.export({ format: "jwk" }), /type ec/],
  ["an RSA-PSS key, which would sign with another padding", pss, /type rsa-pss/],
  ["1024 bits", small, /1024 bits; at least 2048/],
  ["1024 bits in PEM", small.export({ type: "pkcs8", format: "pem" }), /1024 bits/],
  ["an encrypted key without passphrase", encryptedPkcs8, /encrypted; pass its passphrase/],
  ["an old encrypted key without passphrase", encryptedPkcs1, /encrypted; pass its passphrase/],
  ["a wrong passphrase", encryptedPkcs8, /check the passphrase/, "wrong-canary"],
  ["an OpenSSH key", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END", /OpenSSH format; convert/],
  ["a file name", "/etc/keys/partner.pem", /name of a file/],
  ["a broken PEM", pkcs8.replace(/\n[^\n]{64}\n/, "\n"), /cannot be read; check that the PEM is complete/],
  ["nothing", undefined, /not PEM text, a KeyObject/],
  ["null", null, /not PEM text, a KeyObject/],
  ["a number", 5, /not PEM text, a KeyObject/],
  ["a broken JSON Web Key", { kty: "RSA", n: "AQAB", e: "AQAB", d: "canary-part" }, /JSON Web Key/],
];

for (const [name, input, message, phrase] of refused) {
  test(`refuses ${name} and says so`, () => {
    assert.throws(
      () => importSigningKey(input as SigningKeyInput, phrase),
      (error) => {
        assert.ok(error instanceof RequestError);
        assert.equal(error.code, "invalid-signing-key");
        assert.match(error.message, message);
        const shown = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
        assert.doesNotMatch(shown, /canary|MII[A-Za-z0-9+/]{20}/, "shows a part of the input");
        return true;
      },
    );
  });
}
