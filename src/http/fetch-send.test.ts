import assert from "node:assert/strict";
import { test } from "node:test";
import { startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";
import type { Send } from "./send.ts";

const jsonHeaders = { "content-type": "application/json" };

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
