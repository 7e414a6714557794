import assert from "node:assert/strict";
import { constants, verify } from "node:crypto";
import { test } from "node:test";
import { testKeys } from "../testing/keys.ts";
import { rsaSigner } from "./signer.ts";

const { privateKey, publicKey } = testKeys();
const text = "PUT/v1/card/CRD1001/limits1767225600";

test("signs with RSA, SHA-256 and PKCS#1 v1.5 padding, in standard Base64", async () => {
  const signature = await rsaSigner(privateKey).sign(text);
  assert.match(signature, /^[A-Za-z0-9+/]{342}==$/);
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PADDING };
  assert.ok(verify("sha256", Buffer.from(text), key, Buffer.from(signature, "base64")));
  assert.ok(!verify("sha256", Buffer.from(`${text}0`), key, Buffer.from(signature, "base64")));
});

test("signs off the main thread: the event loop turns while a signature is made", async () => {
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  await rsaSigner(privateKey).sign(text);
  assert.ok(turned, "the signature blocked the event loop");
});
