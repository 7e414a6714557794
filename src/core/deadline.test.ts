import assert from "node:assert/strict";
import { test } from "node:test";
import { sendJson, startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient, until } from "../testing/client.ts";
import { virtualClock } from "../testing/virtual-clock.ts";
import { openDeadline } from "./deadline.ts";
import type { PartnerCardError } from "./errors.ts";
import { pause } from "./wait.ts";

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
    code: "deadline-exceeded",
    elapsedMs: 500,
  });
  await until(() => api.requests.length === 1);
  clock.advance(500);
  await failed;
});

test("the deadline ends a back-off at once", async () => {
  const clock = virtualClock();
  clock.skipWaits = false;
  const deadline = openDeadline(clock, 100, undefined);
  const failed = assert.rejects(pause(clock, 1_000, deadline.signal), { code: "deadline-exceeded" });
  clock.advance(100);
  await failed;
  assert.equal(clock.pending, 0, "the wait goes on");
  await assert.rejects(
    pause(clock, 1, deadline.signal),
    { code: "deadline-exceeded" },
    "a wait began after the end",
  );
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
