/** What is so over undici alone; the rest is in wire.test.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, MockAgent } from "undici";
import { sendJson, startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient, until } from "../testing/client.ts";
import { undiciSend } from "./undici-send.ts";

test("requests go through the dispatcher, such as undici's MockAgent", async () => {
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  const pool = dispatcher.get("https://api.example.com");
  const headers = { "content-type": "application/json" };
  pool.intercept({ path: "/v1/oauth/token", method: "POST" }).reply(200, tokenBody("t"), { headers });
  pool.intercept({ path: "/v1/card?limit=2" }).reply(200, emptyList, { headers });
  const { client } = testClient("https://api.example.com", { send: undiciSend({ dispatcher }) });
  assert.deepEqual((await client.GET("/v1/card", { params: { query: { limit: 2 } } })).data, emptyList);
  dispatcher.assertNoPendingInterceptors();
});

test("a request that is aborted while it waits for a connection is never sent", async (t) => {
  let answer = () => {};
  const api = await startApi(t, (_, response) => {
    answer = () => sendJson(response, 200, emptyList);
  });
  const dispatcher = new Agent({ connections: 1 });
  t.after(() => dispatcher.destroy());
  const { client } = testClient(api.baseUrl, { send: undiciSend({ dispatcher }) });
  const first = client.GET("/v1/card");
  await until(() => api.requests.length === 1);
  const controller = new AbortController();
  const waiting = assert.rejects(client.GET("/v1/card", { signal: controller.signal }), { code: "aborted" });
  // Time to get to the queue of the connection.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  await waiting;
  answer();
  assert.deepEqual((await first).data, emptyList);
  const third = client.GET("/v1/card", { headers: { "x-trace": "third" } });
  await until(() => api.requests.length === 2);
  answer();
  await third;
  assert.deepEqual(
    api.requests.map(({ headers }) => headers["x-trace"]),
    [undefined, "third"],
  );
});
