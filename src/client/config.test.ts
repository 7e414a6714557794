import assert from "node:assert/strict";
import { test } from "node:test";
import { rsaSigner } from "../signature/signer.ts";
import { testKeys } from "../testing/keys.ts";
import { createClient } from "./client.ts";
import type { ClientOptions } from "./options.ts";

const { privateKey } = testKeys();
const good: ClientOptions = {
  baseUrl: "https://api.example.com",
  clientId: "p",
  clientSecret: "s",
  signingKey: privateKey,
};

const refused: readonly [Record<string, unknown>, RegExp][] = [
  [{ baseUrl: undefined }, /baseUrl is missing/],
  [{ clientId: undefined }, /clientId is missing/],
  [{ clientId: " " }, /clientId must be a (non-empty )?string/],
  [{ clientSecret: undefined }, /clientSecret is missing/],
  [{ clientSecret: 5 }, /clientSecret must be a (non-empty )?string/],
  [{ signer: rsaSigner(privateKey) }, /exclude each other/],
  [{ signerPublicKey: null }, /signerPublicKey is of use only with signer/],
  [{ signingKey: undefined, signerPublicKey: "x" }, /signerPublicKey is of use only with signer/],
  [{ signingKey: undefined, signer: {} }, /signer must have a method sign/],
  [{ scopes: "cards:read" }, /scopes must be a list/],
  [{ scopes: ["cards:read cards:write"] }, /scopes must be a list/],
  [{ signaturePath: "prefix" }, /signaturePath must be one of api, full/],
  [{ validateResponses: true }, /validateResponses must be one of off, warn, throw/],
  [{ timeouts: { attemptMs: 0 } }, /timeouts\.attemptMs must be/],
  [{ timeouts: { totalMs: "5" } }, /timeouts\.totalMs must be/],
  [{ retries: -1 }, /retries\.max must be/],
  [{ retries: 1.5 }, /retries\.max must be/],
  [{ retries: { baseMs: Number.NaN } }, /retries\.baseMs must be/],
  [{ maxResponseBytes: -5 }, /maxResponseBytes must be/],
];
for (const [change, message] of refused) {
  test(`refuses ${JSON.stringify(change)} at construction`, () => {
    const options = { ...good, ...change } as ClientOptions;
    assert.throws(() => createClient(options), { code: "invalid-configuration", message });
  });
}

test("no options at all", () => {
  assert.throws(() => createClient(undefined as unknown as ClientOptions), { code: "invalid-configuration" });
});

test("a client that only reads needs no key", () => {
  const { signingKey: _, ...rest } = good;
  assert.ok(createClient(rest));
});

test("options of a call are checked as well", async () => {
  const client = createClient(good);
  await assert.rejects(client.GET("/v1/card", { timeoutMs: 0 }), { code: "invalid-argument" });
  await assert.rejects(client.GET("/v1/card", { retries: -1 }), { code: "invalid-argument" });
});
