import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import type { Client } from "../client.ts";
import { ConnectionError, type PartnerCardError } from "../errors.ts";
import { emptyList, sendJson, startApi, tokenBody } from "../testing/api.ts";
import { testClient, until } from "../testing/client.ts";
import { virtualClock } from "../testing/virtual-clock.ts";
import { openDeadline } from "./deadline.ts";
import { pause } from "./pause.ts";

const jsonHeaders = { "content-type": "application/json" };

test("an attempt that gets no answer ends after 10 s and is retried", async (t) => {
  const api = await startApi(t, (_, response, count) => count > 1 && sendJson(response, 200, emptyList));
  const { client, clock } = testClient(api.baseUrl);
  const call = client.GET("/v1/card");
  await until(() => api.requests.length === 1);
  clock.advance(9_999);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(api.requests.length, 1);
  clock.advance(1);
  assert.equal((await call).attempts, 2);
});

test("the attempt's limit covers the body: headers alone do not stop it", async (t) => {
  const api = await startApi(t, (_, response) => {
    response.writeHead(200, jsonHeaders);
    response.write('{"cards":');
  });
  const { client, clock } = testClient(api.baseUrl, { retries: 0 });
  const call = client.GET("/v1/card");
  const failed = assert.rejects(call, { code: "attempt-timeout", attempts: 1, elapsedMs: 10_000 });
  await until(() => api.requests.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 30));
  clock.advance(10_000);
  await failed;
});

test("the limit ends an attempt even where an injected fetch ignores its signal", async () => {
  const { client, clock } = testClient("http://127.0.0.1:9", {
    retries: 0,
    send: async (request) =>
      request.url.endsWith("/token")
        ? { status: 200, headers: new Headers(jsonHeaders), text: JSON.stringify(tokenBody("t")) }
        : new Promise(() => undefined),
  });
  const failed = assert.rejects(client.GET("/v1/card"), { code: "attempt-timeout" });
  await until(() => clock.pending === 2);
  clock.advance(10_000);
  await failed;
});

test("the whole call ends after 30 s, in the middle of an attempt, with the failure before as cause", async (t) => {
  const api = await startApi(
    t,
    (_, response, count) => count === 1 && sendJson(response, 503, {}, { "retry-after": "25" }),
  );
  const { client, clock } = testClient(api.baseUrl);
  const call = client.cards.updateLimits("CRD1", { daily: 1 });
  const failed = assert.rejects(call, (error: PartnerCardError) => {
    assert.equal(error.code, "deadline-exceeded");
    assert.equal(error.elapsedMs, 30_000);
    assert.equal(error.outcome, "unknown");
    assert.equal((error.cause as PartnerCardError).status, 503);
    return true;
  });
  await until(() => api.requests.length === 2);
  clock.advance(5_000);
  await failed;
});

test("a wait that the deadline would cut is not begun: the failure is told at once", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 503, {}, { "retry-after": "29" }));
  const { client, clock } = testClient(api.baseUrl);
  await assert.rejects(client.GET("/v1/card", { timeoutMs: 20_000 }), { status: 503, retryAfterMs: 29_000 });
  assert.deepEqual(clock.waits, []);
});

test("timeoutMs limits one call", async (t) => {
  const api = await startApi(t, () => undefined);
  const { client, clock } = testClient(api.baseUrl);
  const failed = assert.rejects(client.GET("/v1/card", { timeoutMs: 500 }), {
    ...{ code: "deadline-exceeded", elapsedMs: 500 },
  });
  await until(() => api.requests.length === 1);
  clock.advance(500);
  await failed;
});

test("abort ends a call in flight, with the caller's reason as cause", async (t) => {
  const api = await startApi(t, () => undefined);
  const { client, clock } = testClient(api.baseUrl);
  const controller = new AbortController();
  const reason = { my: "reason" };
  const failed = assert.rejects(
    client.cards.updateLimits("CRD1", { daily: 1 }, { signal: controller.signal }),
    {
      ...{ code: "aborted", cause: reason, outcome: "unknown", attempts: 1 },
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

test("the deadline ends a back-off at once", async () => {
  const clock = virtualClock();
  clock.skipWaits = false;
  const deadline = openDeadline(clock, 100, undefined);
  const failed = assert.rejects(pause(clock, 1_000, deadline), { code: "deadline-exceeded" });
  clock.advance(100);
  await failed;
  assert.equal(clock.pending, 0, "the wait goes on");
  await assert.rejects(
    pause(clock, 1, deadline),
    { code: "deadline-exceeded" },
    "a wait began after the end",
  );
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

test("a call whose time is up leaves the token request to the next one", async (t) => {
  let grant: (() => void) | undefined;
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList), {
    token: (_, response) => {
      grant = () => sendJson(response, 200, tokenBody("t"));
    },
  });
  const { client, clock } = testClient(api.baseUrl);
  const failed = assert.rejects(client.GET("/v1/card", { timeoutMs: 100 }), { code: "deadline-exceeded" });
  await until(() => grant !== undefined);
  clock.advance(100);
  await failed;
  grant?.();
  assert.equal((await client.GET("/v1/card")).status, 200);
  assert.equal(api.tokenRequests.length, 1);
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
    debug() {},
    warn() {},
    error() {},
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
