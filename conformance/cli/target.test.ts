import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { testKeys } from "../../src/testing/keys.ts";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { UsageError } from "../base/usage-error.ts";
import { variables, withEnvFile } from "./environment.ts";
import { readSigningKey } from "./keys.ts";
import { readTarget } from "./target.ts";

const folder = temporaryFolder();
const pem = testKeys().privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const keyFile = join(folder, "key.pem");
writeFileSync(keyFile, pem);

const environment = {
  [variables.baseUrl]: "https://api.example.com/partner",
  [variables.clientId]: "from-environment",
  [variables.clientSecret]: "s3cret-of-the-environment",
};

test("the environment alone makes a target, without a key where none is given", () => {
  assert.deepEqual(readTarget({}, environment), {
    baseUrl: "https://api.example.com/partner",
    prefix: "/partner",
    clientId: "from-environment",
    clientSecret: "s3cret-of-the-environment",
    signingKey: null,
    signaturePath: "api",
    sandbox: false,
  });
});

test("a flag wins over the environment", () => {
  const flags = { "base-url": "http://127.0.0.1:1", "client-id": "from-flag", "signature-path": "full" };
  const target = readTarget(
    { ...flags, "signing-key": keyFile },
    { ...environment, [variables.signingKey]: "/nowhere" },
  );
  assert.equal(target.baseUrl, "http://127.0.0.1:1");
  assert.equal(target.clientId, "from-flag");
  assert.equal(target.signaturePath, "full");
  assert.equal(target.signingKey?.asymmetricKeyType, "rsa");
});

test("the environment wins over a .env file, which adds what is not set", () => {
  const file = join(folder, "some.env");
  writeFileSync(file, `${variables.clientId}=from-file\n${variables.signingKey}="${keyFile}"\n`);
  const both = withEnvFile(environment, file);
  assert.equal(both[variables.clientId], "from-environment");
  assert.equal(both[variables.signingKey], keyFile);
  assert.equal(withEnvFile(environment, join(folder, "none.env")), environment);
});

test("a .env that cannot be read is a usage error", () => {
  const path = join(folder, "a-folder.env");
  mkdirSync(path);
  assert.throws(() => withEnvFile({}, path), { name: "UsageError", message: /a-folder\.env cannot be read/ });
});

for (const [name, description] of [
  ["baseUrl", /no base URL: give --base-url URL or PARTNER_CARD_BASE_URL/],
  ["clientId", /no client id: give --client-id ID or PARTNER_CARD_CLIENT_ID/],
  ["clientSecret", /no client secret: set PARTNER_CARD_CLIENT_SECRET \(there is no flag/],
] as const) {
  test(`without ${name} there is a usage error that says how to give it`, () => {
    for (const value of [undefined, ""]) {
      assert.throws(() => readTarget({}, { ...environment, [variables[name]]: value }), {
        name: "UsageError",
        message: description,
      });
    }
  });
}

test("the key comes from a file by flag, and from a file or as PEM by environment", () => {
  const same = (key: ReturnType<typeof readSigningKey>) => key?.equals(testKeys().privateKey);
  assert.ok(same(readSigningKey(keyFile, {})));
  assert.ok(same(readSigningKey(undefined, { [variables.signingKey]: keyFile })));
  assert.ok(same(readSigningKey(undefined, { [variables.signingKey]: pem })));
  assert.ok(same(readSigningKey(undefined, { [variables.signingKey]: pem.replaceAll("\n", "\\n") })));
  assert.equal(readSigningKey(undefined, { [variables.signingKey]: "" }), null);
});

test("the passphrase of an encrypted key comes from the environment, and is never shown", () => {
  const passphrase = "a passphrase made up for a test";
  const { privateKey } = testKeys();
  const encrypted = {
    "PKCS#8": privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase }),
    "PKCS#1": privateKey.export({ type: "pkcs1", format: "pem", cipher: "aes-256-cbc", passphrase }),
  };
  for (const [form, text] of Object.entries(encrypted)) {
    const file = join(folder, "encrypted.pem");
    writeFileSync(file, text);
    const withPassphrase = (value: string) => ({ [variables.signingKeyPassphrase]: value });
    assert.ok(readSigningKey(file, withPassphrase(passphrase))?.equals(privateKey), form);
    assert.ok(
      readSigningKey(undefined, {
        ...withPassphrase(passphrase),
        [variables.signingKey]: text.toString(),
      })?.equals(privateKey),
      form,
    );
    for (const none of [{}, withPassphrase("")]) {
      assert.throws(() => readSigningKey(file, none), {
        name: "UsageError",
        message: /^--signing-key: the key is encrypted; set PARTNER_CARD_SIGNING_KEY_PASSPHRASE to its/,
      });
    }
    const wrong = "not the right passphrase";
    assert.throws(
      () => readSigningKey(file, withPassphrase(wrong)),
      (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, /cannot be decrypted.*PARTNER_CARD_SIGNING_KEY_PASSPHRASE/);
        assert.ok(!error.message.includes(wrong));
        return true;
      },
    );
  }
  // A passphrase that is set for another key does no harm.
  assert.ok(readSigningKey(keyFile, { [variables.signingKeyPassphrase]: passphrase })?.equals(privateKey));
});

/** Ways in which a key ends up where the name of a file belongs. */
const misplaced: readonly [what: string, flag: string | undefined, variable: string | undefined][] = [
  ["PEM in the flag", pem, undefined],
  ["PEM in one line in the flag", pem.replaceAll("\n", "\\n"), undefined],
  ["the PEM in base64 in the environment", undefined, Buffer.from(pem).toString("base64")],
  ["the body of the PEM in the environment", undefined, pem.replace(/-----.*-----\n/g, "")],
  ["the body of the PEM in one line", undefined, pem.replace(/-----.*-----\n/g, "").replaceAll("\n", "")],
];
for (const [what, flag, variable] of misplaced) {
  test(`${what}: the error does not show the key`, () => {
    const pieces = pem
      .split("\n")
      .slice(1, -2)
      .flatMap((line) => [line.slice(0, 20), Buffer.from(line).toString("base64").slice(4, 24)]);
    assert.throws(
      () => readSigningKey(flag, { [variables.signingKey]: variable }),
      (error) => {
        assert.ok(error instanceof UsageError);
        assert.ok(error.message.includes(flag === undefined ? variables.signingKey : "--signing-key"));
        for (const piece of pieces) assert.ok(!error.message.includes(piece), error.message);
        return true;
      },
    );
  });
}
