import assert from "node:assert/strict";
import { verify } from "node:crypto";
import { test } from "node:test";
import { inspect } from "node:util";
import { operations } from "../../generated/operations.ts";
import { createClient } from "../client/client.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { rsaSigner } from "../signature/signer.ts";
import { type Received, sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient, testSecret, until } from "../testing/client.ts";
import { testKeys } from "../testing/keys.ts";

const { privateKey, publicKey } = testKeys();
const { signed } = operations.updateCardLimits;
const timestampHeader = signed.timestamp.toLowerCase();
const signatureHeader = signed.signature.toLowerCase();

function signs(request: Received | undefined, path: string): boolean {
  const data = `${request?.method}${path}${request?.headers[timestampHeader]}`;
  const signature = Buffer.from(String(request?.headers[signatureHeader]), "base64");
  return verify("sha256", Buffer.from(data), publicKey, signature);
}

test("PATCH and PUT are signed: method, path and the timestamp of the header", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client, clock } = testClient(api.baseUrl);
  await client.cards.updateLimits("CRD1001", { daily: 1 });
  await client.cards.replaceLimits("CRD1001", { daily: 1 });
  for (const request of api.requests) {
    assert.equal(request.headers[timestampHeader], String(Math.floor(clock.now() / 1000)));
    assert.match(String(request.headers[signatureHeader]), /^[A-Za-z0-9+/]+=*$/);
    assert.ok(signs(request, "/v1/card/CRD1001/limits"));
  }
  assert.deepEqual(
    api.requests.map(({ method }) => method),
    ["PATCH", "PUT"],
  );
});

test("a read carries neither timestamp nor signature nor key", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  const { client } = testClient(api.baseUrl);
  await client.GET("/v1/card");
  const names = Object.keys(api.requests[0]?.headers ?? {});
  for (const name of [
    timestampHeader,
    signatureHeader,
    operations.updateCardLimits.idempotent.toLowerCase(),
  ]) {
    assert.ok(!names.includes(name), name);
  }
});

for (const suffix of ["/partners", "/partners/", "/partners//"]) {
  test(`with the base URL ${suffix} the path is signed from /v1 on, unless it is to be full`, async (t) => {
    const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
    await testClient(api.baseUrl + suffix).client.cards.updateLimits("CRD1", { daily: 1 });
    const full = testClient(api.baseUrl + suffix, { signaturePath: "full" }).client;
    await full.cards.updateLimits("CRD1", { daily: 1 });
    assert.deepEqual(
      api.requests.map(({ path }) => path),
      Array(2).fill("/partners/v1/card/CRD1/limits"),
    );
    assert.ok(signs(api.requests[0], "/v1/card/CRD1/limits"));
    assert.ok(signs(api.requests[1], "/partners/v1/card/CRD1/limits"));
    assert.ok(api.tokenRequests.every(({ path }) => path === "/partners/v1/oauth/token"));
  });
}

test("the path is signed as it is on the wire, percent-encoded", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client } = testClient(api.baseUrl);
  await client.PATCH("/v1/card/{id}/limits", { params: { path: { id: "a b?é" } }, body: { daily: 1 } });
  assert.equal(api.requests[0]?.path, "/v1/card/a%20b%3F%C3%A9/limits");
  assert.ok(signs(api.requests[0], "/v1/card/a%20b%3F%C3%A9/limits"));
});

test("a signer of one's own is asked for each attempt", async (t) => {
  const api = await startApi(t, (_, response, count) => sendJson(response, count === 1 ? 503 : 200, {}));
  const asked: string[] = [];
  const signer = {
    sign(data: Uint8Array) {
      asked.push(Buffer.from(data).toString());
      return rsaSigner(privateKey).sign(data);
    },
  };
  const { client, clock } = testClient(api.baseUrl, { signer, signerPublicKey: publicKey });
  clock.dice = 0.999;
  clock.advance(900);
  await client.cards.updateLimits("CRD1", { daily: 1 });
  const at = Math.floor(clock.now() / 1000);
  const path = "PATCH/v1/card/CRD1/limits";
  assert.deepEqual(asked, ["partner-card self-test", `${path}${at - 1}`, `${path}${at}`]);
  assert.ok(signs(api.requests[1], "/v1/card/CRD1/limits"));
});

test("a signer's bytes go on the wire as Base64", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const local = rsaSigner(privateKey);
  const signers = [local, { sign: async (data: Uint8Array) => (await local.sign(data)).toString("base64") }];
  for (const signer of signers) {
    await testClient(api.baseUrl, { signer }).client.cards.updateLimits("CRD1", { daily: 1 });
    assert.ok(signs(api.requests.at(-1), "/v1/card/CRD1/limits"));
  }
});

const failures: Record<string, () => Promise<Uint8Array | string>> = {
  rejects: () => Promise.reject(Object.assign(new Error(`denied for ${testSecret}`), { config: testSecret })),
  throws: () => {
    throw new Error("at once");
  },
  "returns nothing": async () => "",
  "returns base64url": async () => "ab-_ab-_",
  "returns a line break": async () => "AAAA\r\nx: y",
  "returns no bytes": async () => new Uint8Array(0),
  "returns something else": async () => ({ signature: "AAAA" }) as unknown as string,
};
for (const [name, sign] of Object.entries(failures)) {
  test(`a signer that ${name}: nothing is sent`, async (t) => {
    const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
    const { client } = testClient(api.baseUrl, { signer: { sign } });
    await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), (error: PartnerCardError) => {
      assert.deepEqual([error.code, error.outcome, error.attempts], ["signer-failed", "not-sent", 0]);
      assert.ok(error.cause !== undefined);
      assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes(testSecret));
      return true;
    });
    assert.equal(api.requests.length, 0);
  });
}

test("a signer that takes longer than its attempt sends nothing when it is done", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const finish: (() => void)[] = [];
  const signer = {
    sign: (data: Uint8Array) =>
      new Promise<Uint8Array>((resolve) => finish.push(() => resolve(rsaSigner(privateKey).sign(data)))),
  };
  const { client, clock } = testClient(api.baseUrl, { signer });
  const call = client.cards.updateLimits("CRD1", { daily: 1 });
  await until(() => finish.length === 1);
  clock.advance(10_000);
  await until(() => finish.length === 2);
  for (const one of finish) one();
  assert.equal((await call).attempts, 1, "requests that were started");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(api.requests.length, 1);
});

test("a client without a key reads, and says what a write needs", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  const client = createClient({ baseUrl: api.baseUrl, clientId: "p", clientSecret: testSecret });
  await client.GET("/v1/card");
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), {
    code: "invalid-configuration",
    outcome: "not-sent",
    message: /pass signingKey or signer/,
  });
  assert.equal(api.requests.length, 1);
});
