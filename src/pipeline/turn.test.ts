/** When requests are sent: at the end of the turn in which they were made. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Send } from "../http/send.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const microtasks = async () => {
  for (let n = 0; n < 100; n++) await undefined;
};

/** A client that has its token, and the methods that it has sent since. */
async function stage() {
  const sent: string[] = [];
  const send: Send = async ({ method, url }) => {
    sent.push(method);
    const token = '{"access_token":"token","token_type":"Bearer","expires_in":3600,"scope":""}';
    const text = url.endsWith("/token") ? token : JSON.stringify(emptyList);
    return { status: 200, headers: new Headers({ "content-type": "application/json" }), text };
  };
  const { client } = testClient("https://api.example.com", { send });
  await client.GET("/v1/card");
  sent.length = 0;
  return { client, sent };
}

test("calls of one turn are sent together, when it ends", async () => {
  const { client, sent } = await stage();
  const calls = [client.GET("/v1/card")];
  await microtasks();
  calls.push(client.GET("/v1/card"));
  await microtasks();
  assert.deepEqual(sent, []);
  await turn();
  assert.deepEqual(sent, ["GET", "GET"]);
  await Promise.all(calls);
});

test("a call that is aborted before its turn ends sends nothing", async () => {
  const { client, sent } = await stage();
  const controller = new AbortController();
  const call = client.GET("/v1/card", { signal: controller.signal });
  await microtasks();
  controller.abort();
  await assert.rejects(call, { code: "aborted" });
  await turn();
  assert.deepEqual(sent, []);
});
