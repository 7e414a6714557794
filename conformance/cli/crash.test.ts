import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { it } from "node:test";
import { runCommandLine } from "./main.ts";

it("a crash is one line with exit code 4, and shows no secret, however it is written", async () => {
  const secret = "canary-secret/of+the=crash";
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const passphrase = "canary passphrase & more";
  const forms = [secret, passphrase, pem].flatMap((value) => [
    ...[value, encodeURIComponent(value), Buffer.from(value).toString("base64")],
  ]);
  let stderr = "";
  const code = await runCommandLine(["requirements"], () => ({
    environment: {
      PARTNER_CARD_CLIENT_SECRET: secret,
      PARTNER_CARD_SIGNING_KEY: pem,
      PARTNER_CARD_SIGNING_KEY_PASSPHRASE: passphrase,
    },
    stdout: {
      write: () => {
        throw new Error(`no more room for ${forms.join(" and ")}`);
      },
    },
    stderr: {
      write: (text) => {
        stderr += text;
      },
    },
    onInterrupt: () => ({ signal: new AbortController().signal, release: () => undefined }),
  }));
  assert.equal(code, 4);
  assert.match(stderr, /^partner-card: the suite itself failed: no more room for .*\n$/);
  for (const form of [...forms, ...pem.split("\n").filter((line) => line.length > 40)]) {
    assert.ok(!stderr.includes(form), stderr);
  }
});
