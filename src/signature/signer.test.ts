import assert from "node:assert/strict";
import { constants, verify } from "node:crypto";
import { test } from "node:test";
import { testKeys } from "../testing/keys.ts";
import { rsaSigner } from "./signer.ts";

const { privateKey, publicKey } = testKeys();
const data = Buffer.from("PUT/v1/card/CRD1001/limits1767225600");

test("signs bytes with RSA, SHA-256 and PKCS#1 v1.5 padding", async () => {
  const signature = await rsaSigner(privateKey).sign(data);
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PADDING };
  assert.ok(verify("sha256", data, key, signature));
  assert.ok(!verify("sha256", Buffer.from(`${data}0`), key, signature));
});

test("signs off the main thread: the event loop turns while a signature is made", async () => {
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  await rsaSigner(privateKey).sign(data);
  assert.ok(turned, "the signature blocked the event loop");
});

test("refuses what is no RSA private key at once, and data that is no bytes", async () => {
  assert.throws(() => rsaSigner(publicKey), { code: "invalid-signing-key" });
  const text = data.toString() as unknown as Uint8Array;
  await assert.rejects(rsaSigner(privateKey).sign(text), { code: "invalid-argument", message: /bytes/ });
});
