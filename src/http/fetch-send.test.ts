import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { sendJson, startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";
import type { Send } from "./send.ts";

const jsonHeaders = { "content-type": "application/json" };

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} is not followed, on a read, a write and the token request`, async (t) => {
    const other = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
    const redirect = { location: `${other.baseUrl}/v1/card` };
    const api = await startApi(t, (_, response) => response.writeHead(status, redirect).end("moved"));
    const { client } = testClient(api.baseUrl);
    const expected = { code: "redirect-refused", status, attempts: 1 };
    await assert.rejects(client.GET("/v1/card"), expected);
    await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), {
      ...expected,
      outcome: "unknown",
    });
    const token = await startApi(t, () => undefined, {
      token: (_, r) => r.writeHead(status, redirect).end(),
    });
    await assert.rejects(testClient(token.baseUrl).client.GET("/v1/card"), {
      code: "redirect-refused",
      operation: "requestToken",
    });
    assert.equal(other.requests.length + other.tokenRequests.length, 0, "a secret has gone elsewhere");
  });
}

test("a runtime that hides a redirect does not make it a success", async (t) => {
  const api = await startApi(t, () => undefined);
  const opaque = {
    type: "opaqueredirect",
    status: 0,
    headers: new Headers(),
    body: null,
    text: async () => "",
  };
  const { client } = testClient(api.baseUrl, { fetch: async () => opaque as unknown as Response });
  await assert.rejects(client.GET("/v1/card"), { code: "redirect-refused", status: 0 });
});

test("a body longer than allowed is not read: declared, undeclared and compressed", async (t) => {
  const big = Buffer.alloc(200_000, " ");
  const bodies = [
    { headers: { "content-length": String(big.length) }, body: big },
    { headers: {}, body: big },
    { headers: { "content-encoding": "gzip" }, body: gzipSync(big) },
  ];
  const api = await startApi(t, (_, response, count) => {
    const { headers, body } = bodies[count - 1] ?? { headers: {}, body: "" };
    response.writeHead(200, { ...jsonHeaders, ...headers });
    response.end(body);
  });
  const { client } = testClient(api.baseUrl, { maxResponseBytes: 100_000 });
  for (const _ of bodies)
    await assert.rejects(client.GET("/v1/card"), { code: "response-too-large", attempts: 1 });
});

test("compressed and chunked bodies with text beyond ASCII are read whole", async (t) => {
  const text = JSON.stringify({ cards: [], note: "é€😀".repeat(50_000) });
  const api = await startApi(t, (_, response, count) => {
    response.writeHead(200, { ...jsonHeaders, ...(count === 1 ? { "content-encoding": "gzip" } : {}) });
    if (count === 1) response.end(gzipSync(text));
    else {
      const bytes = Buffer.from(text);
      response.write(bytes.subarray(0, 70_001));
      setImmediate(() => response.end(bytes.subarray(70_001)));
    }
  });
  const { client } = testClient(api.baseUrl);
  for (let i = 0; i < 2; i++) assert.equal(JSON.stringify((await client.GET("/v1/card")).data), text);
});

test("an injected fetch gets URL, method, headers, body, signal, and no leave to follow redirects", async () => {
  const seen: [string, Parameters<typeof fetch>[1]][] = [];
  const { client } = testClient("https://api.example.com/p/", {
    fetch: async (url, init) => {
      seen.push([url, init]);
      return Response.json(url.endsWith("/token") ? tokenBody("t") : {});
    },
  });
  await client.cards.updateLimits("CRD1", { daily: 1 });
  assert.deepEqual(
    seen.map(([url]) => url),
    [...["https://api.example.com/p/v1/oauth/token", "https://api.example.com/p/v1/card/CRD1/limits"]],
  );
  for (const [, init] of seen) {
    assert.equal(init?.redirect, "manual");
    assert.ok(init?.signal instanceof AbortSignal);
  }
  assert.deepEqual([seen[1]?.[1]?.method, seen[1]?.[1]?.body], ["PATCH", '{"daily":1}']);
});

test("the global fetch is looked up at each call, so one that is replaced later is used", async (t) => {
  const { client } = testClient("https://api.example.com");
  t.mock.method(globalThis, "fetch", async (url: string) =>
    Response.json(url.endsWith("/token") ? tokenBody("t") : emptyList),
  );
  assert.deepEqual((await client.GET("/v1/card")).data, emptyList);
});

test("the whole sending step can be replaced", async () => {
  const send: Send = async ({ url }) => ({
    status: 200,
    headers: new Headers(jsonHeaders),
    text: JSON.stringify(url.endsWith("/token") ? tokenBody("t") : emptyList),
  });
  const { client } = testClient("https://api.example.com", { send });
  assert.equal((await client.GET("/v1/card")).status, 200);
});

test("what a replaced sending step throws is a network error, and retried", async () => {
  let calls = 0;
  const send: Send = async () => {
    calls += 1;
    throw "not even an error";
  };
  const { client } = testClient("https://api.example.com", { send });
  await assert.rejects(client.GET("/v1/card"), { code: "network", message: /The transport failed/ });
  assert.equal(calls, 3);
});
