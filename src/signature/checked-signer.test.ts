import assert from "node:assert/strict";
import { constants, createHash, privateEncrypt, sign } from "node:crypto";
import { test } from "node:test";
import type { RequestError } from "../core/errors.ts";
import { testKeys } from "../testing/keys.ts";
import { checkedSigner } from "./checked-signer.ts";
import { rsaSigner, type Signer } from "./signer.ts";

const { privateKey, publicKey } = testKeys();

function counted(signer: Signer): { signer: Signer; signed: string[] } {
  const signed: string[] = [];
  return {
    signed,
    signer: {
      sign(data) {
        signed.push(Buffer.from(data).toString());
        return signer.sign(data);
      },
    },
  };
}

test("tests the signer once, also when many calls come at the same time", async () => {
  const { signer, signed } = counted(rsaSigner(privateKey));
  const checked = checkedSigner(signer, publicKey);
  await Promise.all(["a", "b", "c"].map((data) => checked.sign(Buffer.from(data))));
  assert.deepEqual(signed, ["partner-card self-test", "a", "b", "c"]);
});

const publicKeys = {
  PEM: publicKey.export({ type: "spki", format: "pem" }),
  "a JSON Web Key": publicKey.export({ format: "jwk" }),
  "the private key": privateKey,
};
for (const [name, key] of Object.entries(publicKeys)) {
  test(`takes ${name} as public key`, async () => {
    assert.ok(await checkedSigner(rsaSigner(privateKey), key).sign(Buffer.from("x")));
  });
}

test("a signer may return bytes or Base64", async () => {
  const data = Buffer.from("x");
  const bytes = await rsaSigner(privateKey).sign(data);
  const text = {
    sign: async (data: Uint8Array) => (await rsaSigner(privateKey).sign(data)).toString("base64"),
  };
  assert.deepEqual(await checkedSigner(rsaSigner(privateKey), publicKey).sign(data), bytes);
  assert.equal(await checkedSigner(text, publicKey).sign(data), bytes.toString("base64"));
});

const mistakes: Record<string, Signer> = {
  "PSS padding": {
    sign: async (data) =>
      sign("sha256", data, {
        key: privateKey,
        padding: constants.RSA_PKCS1_PSS_PADDING,
      }).toString("base64"),
  },
  "a digest taken for the message": {
    sign: async (data) => {
      const digest = createHash("sha256").update(data).digest();
      return sign("sha256", digest, privateKey).toString("base64");
    },
  },
  "a digest without its algorithm": {
    sign: async (data) =>
      privateEncrypt(privateKey, createHash("sha256").update(data).digest()).toString("base64"),
  },
  nothing: { sign: async () => undefined as unknown as string },
  hexadecimal: { sign: async (data) => sign("sha256", data, privateKey).toString("hex") },
};
for (const [name, signer] of Object.entries(mistakes)) {
  test(`finds ${name} before anything is sent`, async () => {
    const { signer: watched, signed } = counted(signer);
    await assert.rejects(checkedSigner(watched, publicKey).sign(Buffer.from("real")), {
      code: "signer-failed",
    });
    assert.deepEqual(signed, ["partner-card self-test"]);
  });
}

test("tests again after a failure: the service may have been out of reach", async () => {
  let reachable = false;
  const checked = checkedSigner(
    {
      sign: (data) => (reachable ? rsaSigner(privateKey).sign(data) : Promise.reject(new Error("no route"))),
    },
    publicKey,
  );
  await assert.rejects(checked.sign(Buffer.from("x")), /no route/);
  reachable = true;
  assert.ok(await checked.sign(Buffer.from("x")));
});

test("refuses a public key that is none, at once", () => {
  assert.throws(
    () => checkedSigner(rsaSigner(privateKey), "no key"),
    (error) => (error as RequestError).code === "invalid-configuration",
  );
});
