import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";
import { CallPromise, CallResult } from "./result.ts";

test("withResponse gives data, status, attempts, key, request id and a web Response", async (t) => {
  const api = await startApi(t, (_, response) =>
    sendJson(response, 201, { ok: true }, { "x-request-id": "req-7" }),
  );
  const { client } = testClient(api.baseUrl);
  const result = await client.cards.updateLimits("CRD1", { daily: 1 }).withResponse();
  assert.deepEqual(result.data.body, { ok: true });
  assert.deepEqual([result.status, result.attempts, result.requestId], [201, 1, "req-7"]);
  assert.equal(result.idempotencyKey, result.data.idempotencyKey);
  assert.ok(result.response instanceof Response);
  assert.deepEqual([result.response.status, await result.response.json()], [201, { ok: true }]);
  assert.deepEqual(await result.response.json(), { ok: true }, "a Response can be had again");
  assert.equal(result.response.headers.get("x-request-id"), "req-7");
});

test("a call by path gives the same", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  const { client } = testClient(api.baseUrl);
  const { data, response, idempotencyKey } = await client.GET("/v1/card");
  assert.deepEqual(data, emptyList);
  assert.deepEqual(await response.json(), emptyList);
  assert.equal(idempotencyKey, undefined);
});

test("204 has a Response too", async (t) => {
  const api = await startApi(t, (_, response) => response.writeHead(204).end());
  const { client } = testClient(api.baseUrl);
  const { response } = await client.cards.updateLimits("CRD1", { daily: 1 }).withResponse();
  assert.deepEqual([response.status, response.body], [204, null]);
});

const facts = { attempts: 1, idempotencyKey: undefined, requestId: () => undefined };

test("the raw response is not dumped with the result", () => {
  const received = { status: 200, headers: new Headers({ "x-canary": "canary" }), text: "canary" };
  const result = new CallResult(1, received, facts);
  assert.doesNotMatch(inspect(result, { showHidden: true, depth: 9 }) + JSON.stringify(result), /canary/);
});

test("it is a promise: then, catch, finally, all", async () => {
  const make = (data: number) => {
    const received = { status: 200, headers: new Headers(), text: "" };
    return new CallPromise(Promise.resolve(new CallResult(data, received, facts)));
  };
  assert.ok(make(1) instanceof Promise);
  assert.deepEqual(
    await Promise.all([make(1), make(2).then((n) => n * 2), make(3).finally(() => undefined)]),
    [1, 4, 3],
  );
  const failed = new CallPromise(Promise.reject(new Error("no")));
  assert.equal(await failed.catch((error: Error) => error.message), "no");
});

test("a failure is unhandled once where nobody handles it, and not at all where withResponse does", async () => {
  const seen: unknown[] = [];
  const onUnhandled = (reason: unknown) => seen.push(reason);
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", onUnhandled);
  const handled = new CallPromise(Promise.reject(new Error("handled")));
  await assert.rejects(handled.withResponse());
  const unhandled = new Error("unhandled");
  void new CallPromise(Promise.reject(unhandled));
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", onUnhandled);
  for (const listener of others) process.on("unhandledRejection", listener);
  assert.deepEqual(seen, [unhandled]);
});
