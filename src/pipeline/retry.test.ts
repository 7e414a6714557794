import assert from "node:assert/strict";
import { verify } from "node:crypto";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { type Received, sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";
import { testKeys } from "../testing/keys.ts";
import { virtualClock } from "../testing/virtual-clock.ts";

const { signed, idempotent } = operations.updateCardLimits;

/** Put together here, by the specification: what the client takes for the signed string is what is tested. */
function signatureFits({ method, path, headers }: Received): boolean {
  const timestamp = String(headers["x-service-request-timestamp"]);
  const signature = Buffer.from(String(headers["x-service-signature"]), "base64");
  return verify("sha256", Buffer.from(method + path + timestamp), testKeys().publicKey, signature);
}

for (const status of [408, 425, 429, 500, 502, 503, 504]) {
  test(`a ${status} is retried and the retry's answer is the result`, async (t) => {
    const api = await startApi(t, (_, response, count) =>
      sendJson(response, count === 1 ? status : 200, emptyList),
    );
    const { client } = testClient(api.baseUrl);
    const result = await client.GET("/v1/card");
    assert.equal(result.attempts, 2);
  });
}

for (const status of [400, 403, 404, 422, 501, 505]) {
  test(`a ${status} is not retried`, async (t) => {
    const api = await startApi(t, (_, response) => sendJson(response, status, {}));
    const { client } = testClient(api.baseUrl);
    await assert.rejects(client.GET("/v1/card"), { status, attempts: 1 });
    assert.equal(api.requests.length, 1);
  });
}

test("a retried write has the same key and body, and a fresh timestamp and signature", async (t) => {
  const api = await startApi(t, (_, response, count) => sendJson(response, count < 3 ? 503 : 200, {}));
  const { client, clock } = testClient(api.baseUrl);
  clock.dice = 0.9;
  clock.advance(200);
  const receipt = await client.cards.updateLimits("CRD1001", { daily: 5000 }, { retries: 5 });
  const [first, second, third] = api.requests;
  assert.ok(first && second && third && api.requests.length === 3);
  for (const request of api.requests) {
    assert.equal(request.body, '{"daily":5000}');
    assert.equal(request.headers["content-length"], String(request.body.length));
    assert.equal(request.headers["content-type"], "application/merge-patch+json");
    assert.equal(request.headers[idempotent.toLowerCase()], receipt.idempotencyKey);
    assert.ok(signatureFits(request));
  }
  const timestamps = api.requests.map(({ headers }) => Number(headers[signed.timestamp.toLowerCase()]));
  assert.deepEqual(clock.waits, [270, 540]);
  assert.equal((timestamps[2] ?? 0) - (timestamps[0] ?? 0), 1, "the timestamp is taken at each attempt");
});

test("a connection that is reset is retried, for reads and for writes", async (t) => {
  const api = await startApi(t, (_, response, count) => {
    if (count % 2 === 1) response.socket?.resetAndDestroy();
    else sendJson(response, 200, emptyList);
  });
  const { client } = testClient(api.baseUrl);
  assert.equal((await client.GET("/v1/card")).attempts, 2);
  assert.equal((await client.cards.updateLimits("CRD1", { daily: 1 })).attempts, 2);
  assert.equal(api.requests[2]?.body, api.requests[3]?.body);
});

test("an answer that breaks off is retried", async (t) => {
  const api = await startApi(t, (_, response, count) => {
    if (count > 1) return sendJson(response, 200, emptyList);
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"cards":', () => response.socket?.destroy());
  });
  const { client } = testClient(api.baseUrl);
  assert.equal((await client.GET("/v1/card")).attempts, 2);
});

test("after two retries the last failure is the error, with the number of attempts", async (t) => {
  const api = await startApi(t, (_, response, count) =>
    sendJson(response, 500 + count, { message: `no ${count}` }),
  );
  const { client, clock } = testClient(api.baseUrl);
  await assert.rejects(client.GET("/v1/card"), { code: "server-error", status: 501, attempts: 1 });
  const always503 = await startApi(t, (_, response, count) =>
    sendJson(response, 503, { message: `no ${count}` }),
  );
  const second = testClient(always503.baseUrl, {}, clock).client;
  await assert.rejects(second.GET("/v1/card"), { status: 503, attempts: 3, serverMessage: "no 3" });
  assert.equal(always503.requests.length, 3);
});

test("waits are full jitter: base 300 ms, doubling", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 503, {}));
  const { client, clock } = testClient(api.baseUrl, { retries: 4 });
  await assert.rejects(client.GET("/v1/card"));
  assert.deepEqual(clock.waits, [150, 300, 600, 1200]);
});

test("retries are set for the client and for the call", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 503, {}));
  const { client } = testClient(api.baseUrl, { retries: 0 });
  await assert.rejects(client.GET("/v1/card"), { attempts: 1 });
  await assert.rejects(client.GET("/v1/card", { retries: 1 }), { attempts: 2 });
});

test("Retry-After is waited for: seconds and date", async (t) => {
  const clock = virtualClock();
  const values = ["7", new Date(clock.now() + 7_000 + 3_000).toUTCString()];
  const api = await startApi(t, (_, response, count) =>
    sendJson(
      response,
      count < 3 ? 429 : 200,
      emptyList,
      count < 3 ? { "retry-after": values[count - 1] ?? "" } : {},
    ),
  );
  const { client } = testClient(api.baseUrl, {}, clock);
  await client.GET("/v1/card");
  assert.deepEqual(clock.waits, [7000, 3000]);
});

test("a Retry-After beyond the cap is not waited for and not shortened: it stands on the error", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 429, {}, { "retry-after": "3600" }));
  const { client, clock } = testClient(api.baseUrl);
  await assert.rejects(client.GET("/v1/card"), {
    code: "rate-limited",
    attempts: 1,
    retryAfterMs: 3_600_000,
  });
  assert.deepEqual(clock.waits, []);
});

test("a malformed Retry-After is ignored", async (t) => {
  const api = await startApi(t, (_, response, count) =>
    sendJson(response, count === 1 ? 503 : 200, emptyList, { "retry-after": "soon" }),
  );
  const { client, clock } = testClient(api.baseUrl);
  await client.GET("/v1/card");
  assert.deepEqual(clock.waits, [150]);
});

test("in a storm the retries of all calls together are limited, and come back with success", async (t) => {
  let up = false;
  const api = await startApi(t, (_, response) => sendJson(response, up ? 200 : 503, emptyList));
  const { client } = testClient(api.baseUrl, { retries: { budget: 50 } });
  for (let i = 0; i < 30; i++) await assert.rejects(client.GET("/v1/card"));
  assert.equal(api.requests.length, 30 + 10, "30 calls and a fifth of the budget in retries");
  up = true;
  for (let i = 0; i < 5; i++) await client.GET("/v1/card");
  up = false;
  await assert.rejects(client.GET("/v1/card"), { attempts: 2 });
});

test("a burst of calls that each meet one fault is retried", async (t) => {
  const met = new Set<string>();
  const api = await startApi(t, ({ query }, response) => {
    const call = query.get("cursor") ?? "";
    sendJson(response, met.has(call) ? 200 : 503, emptyList);
    met.add(call);
  });
  const { client, clock } = testClient(api.baseUrl);
  clock.dice = 0;
  const calls = Array.from({ length: 60 }, (_, n) =>
    client.GET("/v1/card", { params: { query: { cursor: `c${n}` } } }),
  );
  assert.deepEqual(new Set((await Promise.all(calls)).map(({ attempts }) => attempts)), new Set([2]));
});

test("a storm over a burst of calls ends the retries of all of them", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 503, {}));
  const { client, clock } = testClient(api.baseUrl, { retries: 5 });
  clock.dice = 0;
  const calls = Array.from({ length: 60 }, () => assert.rejects(client.GET("/v1/card"), { status: 503 }));
  await Promise.all(calls);
  assert.ok(api.requests.length < 60 * 3, `${api.requests.length} requests, 360 without a budget`);
  const before = api.requests.length;
  await assert.rejects(client.GET("/v1/card"), { attempts: 1 });
  assert.equal(api.requests.length, before + 1);
});

test("the caller may decide what is worth a retry", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 409, {}));
  const { client } = testClient(api.baseUrl, { retries: { when: (error) => error.status === 409 } });
  await assert.rejects(client.GET("/v1/card"), { attempts: 3 });
});

test("a predicate that throws finds nothing worth a retry", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 503, {}));
  const when = () => {
    throw new Error("a bug");
  };
  const { client } = testClient(api.baseUrl, { retries: { when } });
  await assert.rejects(client.GET("/v1/card"), { status: 503, attempts: 1 });
});

test("a port where nobody listens: retried, then a network error that says which", async (t) => {
  const api = await startApi(t, () => undefined);
  await new Promise((resolve) => api.server.close(resolve));
  const { client } = testClient(api.baseUrl);
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), {
    code: "network",
    outcome: "not-sent",
    operation: "requestToken",
    message: /ECONNREFUSED/,
  });
});
