/** What an abort does to calls, wherever they are. */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import type { Client } from "../client/client.ts";
import { ConnectionError } from "../core/errors.ts";
import { sendJson, startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient, until } from "../testing/client.ts";
import { silent } from "../testing/events.ts";

const jsonHeaders = { "content-type": "application/json" };

test("abort ends a call in flight, with the caller's reason as cause", async (t) => {
  const api = await startApi(t, () => undefined);
  const { client, clock } = testClient(api.baseUrl);
  const controller = new AbortController();
  const reason = { my: "reason" };
  const failed = assert.rejects(
    client.cards.updateLimits("CRD1", { daily: 1 }, { signal: controller.signal }),
    {
      code: "aborted",
      cause: reason,
      outcome: "unknown",
      attempts: 1,
    },
  );
  await until(() => api.requests.length === 1);
  controller.abort(reason);
  await failed;
  assert.equal(clock.pending, 0, "timers are left behind");
});

test("abort ends a back-off at once", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 503, {}));
  const { client, clock } = testClient(api.baseUrl);
  clock.skipWaits = false;
  const controller = new AbortController();
  const failed = assert.rejects(client.GET("/v1/card", { signal: controller.signal }), { code: "aborted" });
  await until(() => clock.waits.length === 1);
  controller.abort();
  await failed;
  assert.equal(clock.pending, 0);
  assert.equal(api.requests.length, 1);
});

test("abort ends the wait for a token, and not the token request that others wait for", async (t) => {
  let grant: (() => void) | undefined;
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList), {
    token: (_, response) => {
      grant = () => sendJson(response, 200, tokenBody("t"));
    },
  });
  const { client } = testClient(api.baseUrl);
  const controller = new AbortController();
  const failed = assert.rejects(client.GET("/v1/card", { signal: controller.signal }), {
    code: "aborted",
    attempts: 0,
  });
  const other = client.GET("/v1/card");
  await until(() => grant !== undefined);
  controller.abort();
  await failed;
  grant?.();
  assert.equal((await other).status, 200);
  assert.equal(api.tokenRequests.length, 1);
});

test("abort ends the token request when nobody waits for it any more", async (t) => {
  let closed = 0;
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList), {
    token: (_, response, count) => {
      response.on("close", () => {
        closed += 1;
      });
      if (count > 1) sendJson(response, 200, tokenBody("t"));
    },
  });
  const { client, clock } = testClient(api.baseUrl);
  const controllers = [new AbortController(), new AbortController()];
  const calls = controllers.map(({ signal }) =>
    assert.rejects(client.GET("/v1/card", { signal }), { code: "aborted", attempts: 0 }),
  );
  await until(() => api.tokenRequests.length === 1);
  controllers[0]?.abort();
  await calls[0];
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(closed, 0, "the other one still waits");
  controllers[1]?.abort();
  // What comes now finds no request under way, and makes its own.
  const next = client.GET("/v1/card");
  await calls[1];
  await until(() => closed >= 1);
  assert.equal((await next).status, 200);
  assert.equal(api.tokenRequests.length, 2);
  assert.equal(clock.pending, 0);
});

test("a renewal beside calls ends with the abort of the last one, and goes on after a success", async (t) => {
  let closed = 0;
  const api = await startApi(
    t,
    (_, response, count) => {
      if (count % 2 === 1) sendJson(response, 200, emptyList);
    },
    {
      token: (_, response, count) => {
        response.on("close", () => {
          closed += 1;
        });
        if (count === 1) sendJson(response, 200, tokenBody("t"));
      },
    },
  );
  const { client, clock } = testClient(api.baseUrl);
  /** Aborts a call whose request hangs; it is the request of this number. */
  const abortIn = async (number: number) => {
    const controller = new AbortController();
    const { signal } = controller;
    const failed = assert.rejects(client.GET("/v1/card", { signal }), { code: "aborted", attempts: 1 });
    await until(() => api.requests.length === number);
    controller.abort();
    await failed;
  };
  await client.GET("/v1/card");
  clock.advance(3_588_000);
  await abortIn(2);
  await until(() => closed === 2);
  assert.deepEqual([api.tokenRequests.length, clock.pending], [2, 0]);
  await client.GET("/v1/card");
  await until(() => api.tokenRequests.length === 3);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(closed, 2, "a call that succeeds leaves the renewal for the next one");
  clock.advance(3_000);
  await abortIn(4);
  await until(() => closed === 3);
  assert.deepEqual([api.tokenRequests.length, clock.pending], [3, 0]);
});

const aborted = { code: "aborted", attempts: 0 };
const afterAbort: Record<string, (client: Client, signal: AbortSignal) => Promise<unknown>> = {
  "a read": (client, signal) => client.GET("/v1/card", { signal }),
  "a write": (client, signal) => client.cards.updateLimits("CRD1", { daily: 1 }, { signal }),
  "a list": (client, signal) => client.cards.list({ signal }).toArray({ max: 1 }),
  "the token endpoint": (client, signal) =>
    client.POST("/v1/oauth/token", {
      body: { grant_type: "client_credentials", client_id: "a", client_secret: "b", scope: "c" },
      signal,
    }),
};
for (const [name, call] of Object.entries(afterAbort)) {
  test(`${name} under an aborted signal sends nothing, not even for a token`, async () => {
    let sent = 0;
    const send = () => {
      sent += 1;
      return Promise.reject(new Error("nothing is to be sent"));
    };
    const begun: string[] = [];
    const debug = (message: string) => void (/call:start/.test(message) && begun.push(message));
    const logger = { debug, info() {}, warn() {}, error() {} };
    const { client, clock } = testClient("http://127.0.0.1:9", { send, logger });
    await assert.rejects(call(client, AbortSignal.abort()), { ...aborted });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual([sent, clock.pending], [0, 0]);
    assert.equal(begun.length, 1, "a call for a token has begun");
  });
}

test("an abort between the answer and the next attempt sends nothing more", async (t) => {
  const controller = new AbortController();
  const api = await startApi(t, (_, response) => sendJson(response, 401, {}));
  const logger = {
    ...silent,
    info: (m: string) => /retry/.test(m) && controller.abort(),
  };
  const { client } = testClient(api.baseUrl, { logger });
  await assert.rejects(client.GET("/v1/card", { signal: controller.signal }), { code: "aborted" });
  assert.deepEqual([api.requests.length, api.tokenRequests.length], [1, 1]);
});

test("a signal's own timeout is told as an abort with its reason", async (t) => {
  const api = await startApi(t, () => undefined);
  const { client } = testClient(api.baseUrl);
  await assert.rejects(
    client.GET("/v1/card", { signal: AbortSignal.timeout(20) }),
    (error: ConnectionError) => {
      assert.ok(error instanceof ConnectionError);
      assert.equal((error.cause as Error).name, "TimeoutError");
      return error.code === "aborted";
    },
  );
});

test("10,000 calls and walks on one signal: one listener while they run, none after, and no warning", async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  const body = JSON.stringify(emptyList);
  const { signal } = new AbortController();
  const most = { listeners: 0 };
  const { client, clock } = testClient("http://127.0.0.1:9", {
    send: async (request) => {
      most.listeners = Math.max(most.listeners, getEventListeners(signal, "abort").length);
      const text = request.url.endsWith("/token") ? JSON.stringify(tokenBody("t")) : body;
      return { status: 200, headers: new Headers(jsonHeaders), text };
    },
  });
  for (let i = 0; i < 100; i++) {
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 2 === 0 ? client.GET("/v1/card", { signal }) : client.cards.list({ signal }).toArray({ max: 1 }),
      ),
    );
  }
  // Warnings are told in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", onWarning);
  assert.equal(most.listeners, 1);
  assert.equal(getEventListeners(signal, "abort").length, 0);
  assert.equal(clock.pending, 0);
  assert.deepEqual(
    warnings.map(String).filter((text) => /MaxListeners/.test(text)),
    [],
  );
});

test("500 calls over real sockets on one signal leave no listener", async (t) => {
  const api = await startApi(t, (_, response, count) =>
    sendJson(response, count % 5 === 0 ? 503 : 200, emptyList),
  );
  const { client } = testClient(api.baseUrl, { retries: { max: 4, budget: 1000 } });
  const { signal } = new AbortController();
  for (let i = 0; i < 25; i++) {
    await Promise.all(Array.from({ length: 20 }, () => client.GET("/v1/card", { signal })));
  }
  assert.equal(getEventListeners(signal, "abort").length, 0);
});
