import assert from "node:assert/strict";
import { test } from "node:test";
import type { PartnerCardError } from "../core/errors.ts";
import { type Handler, sendJson, startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient, until } from "../testing/client.ts";

const list: Handler = (_, response) => sendJson(response, 200, emptyList);
const refusal = { message: "The token is invalid.", type: "InvalidRequest" };

/** Answers with a list where the request carries one of these tokens, otherwise with 401. */
function only(...tokens: string[]): Handler {
  return ({ headers }, response) => {
    if (tokens.some((token) => headers.authorization === `Bearer ${token}`))
      sendJson(response, 200, emptyList);
    else sendJson(response, 401, refusal);
  };
}

function times(count: number, work: () => Promise<unknown>): Promise<unknown[]> {
  return Promise.all(Array.from({ length: count }, work));
}

test("100 concurrent first calls make one token request", async (t) => {
  const api = await startApi(t, list);
  const { client } = testClient(api.baseUrl);
  await times(100, () => client.GET("/v1/card"));
  assert.equal(api.tokenRequests.length, 1);
  assert.equal(api.requests.length, 100);
});

test("the token request is a form with all four scopes, without Authorization", async (t) => {
  const api = await startApi(t, list);
  const { client } = testClient(api.baseUrl);
  await client.GET("/v1/card");
  const [request] = api.tokenRequests;
  assert.equal(request?.headers["content-type"], "application/x-www-form-urlencoded");
  assert.equal(request?.headers.authorization, undefined);
  assert.equal(
    new URLSearchParams(request?.body).get("scope"),
    "cards:read cards:write transfers:read transfers:write",
  );
  assert.equal(api.requests[0]?.headers.authorization, "Bearer token-1");
});

test("100 concurrent calls with one revoked token make exactly one token request", async (t) => {
  const api = await startApi(t, (request, response, count) =>
    only(count === 1 ? "token-1" : "token-2")(request, response, count),
  );
  const { client } = testClient(api.baseUrl);
  await client.GET("/v1/card");
  await times(100, () => client.GET("/v1/card"));
  assert.equal(api.tokenRequests.length, 2);
});

test("a 401 that arrives late does not throw away the token fetched meanwhile", async (t) => {
  let releaseLate: (() => void) | undefined;
  const api = await startApi(t, (request, response, count) => {
    if (count === 1) releaseLate = () => sendJson(response, 401, refusal);
    else only("token-2")(request, response, count);
  });
  const { client } = testClient(api.baseUrl);
  const late = client.GET("/v1/card");
  await until(() => releaseLate !== undefined);
  await client.GET("/v1/card");
  assert.equal(api.tokenRequests.length, 2);
  releaseLate?.();
  await late;
  assert.equal(api.tokenRequests.length, 2);
});

test("a token that is refused again is not fetched in a loop: one more per call", async (t) => {
  const api = await startApi(t, only());
  const { client } = testClient(api.baseUrl);
  const expected = { code: "unauthorized", status: 401, attempts: 2, serverType: "InvalidRequest" };
  await assert.rejects(client.GET("/v1/card"), expected);
  assert.deepEqual([api.requests.length, api.tokenRequests.length], [2, 2]);
  await assert.rejects(client.GET("/v1/card"), expected);
  assert.deepEqual([api.requests.length, api.tokenRequests.length], [4, 3]);
});

test("an endpoint that grants the same token again is not asked before every call", async (t) => {
  const api = await startApi(
    t,
    (request, response, count) => {
      if (count === 1) sendJson(response, 401, refusal);
      else only("the-same")(request, response, count);
    },
    { token: (_, response) => sendJson(response, 200, tokenBody("the-same")) },
  );
  const { client } = testClient(api.baseUrl);
  for (let i = 0; i < 5; i++) await client.GET("/v1/card");
  assert.equal(api.tokenRequests.length, 2);
});

test("renewing a token does not use up a retry", async (t) => {
  const api = await startApi(t, (request, response, count) => {
    if (count === 2) sendJson(response, 503, {});
    else only("token-2")(request, response, count);
  });
  const { client } = testClient(api.baseUrl, { retries: 1 });
  assert.equal((await client.GET("/v1/card")).attempts, 3);
});

test("an hour's token is renewed in the background in its last minute, and the call does not wait", async (t) => {
  let grant: (() => void) | undefined;
  const api = await startApi(t, list, {
    token: (_, response, count) => {
      if (count === 1) return sendJson(response, 200, tokenBody("token-1"));
      grant = () => sendJson(response, 200, tokenBody(`token-${count}`));
    },
  });
  const { client, clock } = testClient(api.baseUrl);
  await client.GET("/v1/card");
  clock.advance(3_539_000);
  await client.GET("/v1/card");
  assert.equal(api.tokenRequests.length, 1);
  clock.advance(2_000);
  await times(5, () => client.GET("/v1/card"));
  await until(() => grant !== undefined);
  assert.equal(api.tokenRequests.length, 2, "one renewal for five calls");
  assert.equal(api.requests.at(-1)?.headers.authorization, "Bearer token-1");
  grant?.();
  await until(() => clock.pending === 0);
  await client.GET("/v1/card");
  assert.equal(api.requests.at(-1)?.headers.authorization, "Bearer token-2");
});

test("in its last ten seconds a call waits for the new token", async (t) => {
  const api = await startApi(t, list);
  const { client, clock } = testClient(api.baseUrl);
  await client.GET("/v1/card");
  clock.advance(3_590_001);
  await client.GET("/v1/card");
  assert.equal(api.requests.at(-1)?.headers.authorization, "Bearer token-2");
});

test("a token of 20 seconds works, and is used for most of its life", async (t) => {
  const api = await startApi(t, list, { token: (_, r, n) => sendJson(r, 200, tokenBody(`token-${n}`, 20)) });
  const { client, clock } = testClient(api.baseUrl);
  for (let second = 0; second < 60; second++) {
    await client.GET("/v1/card");
    await until(() => clock.pending === 0);
    clock.advance(1_000);
  }
  assert.ok(api.tokenRequests.length <= 4, `${api.tokenRequests.length} token requests in a minute`);
});

test("a background renewal that fails disturbs no call, and is tried again after a pause", async (t) => {
  const api = await startApi(t, list, {
    token: (_, response, count) =>
      count === 1 ? sendJson(response, 200, tokenBody("token-1")) : sendJson(response, 400, {}),
  });
  const { client, clock } = testClient(api.baseUrl);
  await client.GET("/v1/card");
  clock.advance(3_545_000);
  for (let i = 0; i < 20; i++) {
    await client.GET("/v1/card");
    await until(() => clock.pending === 0);
  }
  assert.equal(api.tokenRequests.length, 2);
  clock.advance(30_000);
  await client.GET("/v1/card");
  await until(() => clock.pending === 0);
  assert.equal(api.tokenRequests.length, 3);
});

for (const [who, options, patienceMs] of [
  ["a call", {}, 1_000],
  ["a call in a hurry", { timeoutMs: 400 }, 100],
] as const) {
  test(`a living token is used while its renewal hangs, after ${patienceMs} ms by ${who}`, async (t) => {
    const api = await startApi(t, list, {
      token: (_, response, count) => {
        if (count === 1) sendJson(response, 200, tokenBody("token-1"));
      },
    });
    const { client, clock } = testClient(api.baseUrl);
    await client.GET("/v1/card");
    clock.advance(3_592_000);
    let ended = 0;
    times(3, () => client.GET("/v1/card", options).then(() => (ended += 1)));
    await until(() => api.tokenRequests.length === 2);
    clock.advance(patienceMs - 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(api.requests.length, 1);
    clock.advance(1);
    await until(() => ended === 3);
    // The renewal has had its time; nobody waits for it again.
    clock.advance(1_000);
    client.GET("/v1/card").then(() => (ended += 1));
    await until(() => ended === 4);
    assert.deepEqual([api.requests.length, api.tokenRequests.length], [5, 2]);
    assert.equal(api.requests.at(-1)?.headers.authorization, "Bearer token-1");
  });
}

test("in its last seconds the old token is better than none", async (t) => {
  const api = await startApi(t, list, {
    token: (_, response, count) =>
      count === 1 ? sendJson(response, 200, tokenBody("token-1")) : sendJson(response, 400, {}),
  });
  const { client, clock } = testClient(api.baseUrl);
  await client.GET("/v1/card");
  clock.advance(3_595_000);
  await client.GET("/v1/card");
  clock.advance(5_000);
  await assert.rejects(client.GET("/v1/card"), { code: "token-refused" });
});

test("refused credentials are told to every waiting call, asked for once, and not tried again for 30 seconds", async (t) => {
  let right = false;
  const api = await startApi(t, list, {
    token: (_, response) =>
      right ? sendJson(response, 200, tokenBody("t")) : sendJson(response, 401, refusal),
  });
  const { client, clock } = testClient(api.baseUrl);
  const errors = await times(10, () => client.GET("/v1/card").catch((error: PartnerCardError) => error));
  assert.equal(api.tokenRequests.length, 1);
  assert.equal(new Set(errors).size, 10, "each call has an error of its own");
  for (const error of errors as PartnerCardError[]) {
    assert.deepEqual([error.code, error.status, error.operation], ["token-refused", 401, "requestToken"]);
  }
  right = true;
  clock.advance(29_000);
  await assert.rejects(client.GET("/v1/card"), {
    code: "token-refused",
    status: 401,
    operation: "requestToken",
    retryAfterMs: 1_000,
    message: /Not asked again yet/,
  });
  assert.equal(api.tokenRequests.length, 1);
  clock.advance(1_000);
  await client.GET("/v1/card");
});

for (const [status, retryAfter, quietMs] of [
  [503, "60", 60_000],
  [429, "60", 60_000],
  [503, "86400", 300_000],
] as const) {
  test(`${status} with Retry-After ${retryAfter} of the token endpoint is remembered for ${quietMs} ms`, async (t) => {
    let up = false;
    const api = await startApi(t, list, {
      token: (_, response) =>
        up
          ? sendJson(response, 200, tokenBody("t"))
          : sendJson(response, status, {}, { "retry-after": retryAfter }),
    });
    const { client, clock } = testClient(api.baseUrl);
    for (let call = 0; call < 20; call++) {
      await assert.rejects(client.GET("/v1/card"), { status, operation: "requestToken" });
    }
    assert.equal(api.tokenRequests.length, 1);
    up = true;
    clock.advance(quietMs - 1);
    await assert.rejects(client.GET("/v1/card"), { status, retryAfterMs: 1 });
    clock.advance(1);
    await client.GET("/v1/card");
    assert.equal(api.tokenRequests.length, 2);
  });
}

test("a token endpoint that fails without saying for how long is asked by the next call", async (t) => {
  const api = await startApi(t, list, {
    token: (_, response, count) =>
      count === 1 ? sendJson(response, 503, {}) : sendJson(response, 200, tokenBody("t")),
  });
  const { client } = testClient(api.baseUrl, { retries: 0 });
  await assert.rejects(client.GET("/v1/card"), { status: 503, operation: "requestToken" });
  await client.GET("/v1/card");
});

test("a token request is retried by itself, and not once more by each call", async (t) => {
  const api = await startApi(t, list, { token: (_, response) => sendJson(response, 503, {}) });
  const { client } = testClient(api.baseUrl);
  await assert.rejects(client.GET("/v1/card"), {
    code: "server-error",
    operation: "requestToken",
    attempts: 0,
  });
  assert.equal(api.tokenRequests.length, 3);
});

test("an unusable token response is an error and not retried", async (t) => {
  const api = await startApi(t, list, {
    token: (_, response) => sendJson(response, 200, { access_token: "t" }),
  });
  const { client } = testClient(api.baseUrl);
  await assert.rejects(client.GET("/v1/card"), { code: "token-invalid", operation: "requestToken" });
  assert.equal(api.tokenRequests.length, 1);
});

test("scopes are asked for as set", async (t) => {
  const api = await startApi(t, list);
  const { client } = testClient(api.baseUrl, { scopes: ["cards:read"] });
  await client.GET("/v1/card");
  assert.equal(new URLSearchParams(api.tokenRequests[0]?.body).get("scope"), "cards:read");
});
