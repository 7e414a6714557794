import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient, until } from "../testing/client.ts";

const header = operations.updateCardLimits.idempotent.toLowerCase();
const patch = { daily: 5000 };

test("every write has a key of its own, which stands on the result", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client } = testClient(api.baseUrl);
  const receipts = [
    await client.cards.updateLimits("CRD1", patch),
    await client.cards.updateLimits("CRD1", patch),
  ];
  const keys = api.requests.map(({ headers }) => headers[header]);
  assert.deepEqual(
    keys,
    receipts.map(({ idempotencyKey }) => idempotencyKey),
  );
  assert.equal(new Set(keys).size, 2);
});

test("without virtual time the key is a UUID", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client, clock } = testClient(api.baseUrl);
  clock.uuid = () => crypto.randomUUID();
  const { idempotencyKey } = await client.cards.updateLimits("CRD1", patch);
  assert.match(idempotencyKey, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a key may be given as an option or as the described header", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client } = testClient(api.baseUrl);
  const path = { id: "CRD1" };
  await client.cards.updateLimits("CRD1", patch, { idempotencyKey: "my-key-1" });
  await client.PATCH("/v1/card/{id}/limits", {
    params: { path, header: { "Idempotency-Key": "my-key-2" } },
    body: patch,
  });
  assert.deepEqual(
    api.requests.map(({ headers }) => headers[header]),
    ["my-key-1", "my-key-2"],
  );
});

const endings: readonly [string, (response: ServerResponse) => void, string][] = [
  ["a refusal", (response) => response.writeHead(422).end(), "rejected"],
  ["a server error", (response) => response.writeHead(500).end(), "unknown"],
  ["a reset", (response) => response.socket?.resetAndDestroy(), "unknown"],
];
for (const [name, end, outcome] of endings) {
  test(`${name}: the error carries the key, and ${outcome}`, async (t) => {
    const api = await startApi(t, (_, response) => end(response));
    const { client } = testClient(api.baseUrl);
    await assert.rejects(client.cards.updateLimits("CRD1", patch), (error: PartnerCardError) => {
      assert.equal(error.outcome, outcome);
      assert.equal(error.idempotencyKey, api.requests[0]?.headers[header]);
      assert.equal(new Set(api.requests.map(({ headers }) => headers[header])).size, 1);
      return true;
    });
  });
}

test("what an attempt left open is not closed by the refusal of the next one", async (t) => {
  const api = await startApi(t, (_, response, count) => sendJson(response, count === 1 ? 500 : 422, {}));
  const { client } = testClient(api.baseUrl);
  await assert.rejects(client.cards.updateLimits("CRD1", patch), {
    status: 422,
    outcome: "unknown",
    attempts: 2,
  });
});

test("a write that was left open is finished with its key, and no refusal says then that nothing was changed", async (t) => {
  const answers = [500, 422, 200, 422];
  const api = await startApi(t, (_, response, count) => sendJson(response, answers[count - 1] ?? 0, {}));
  const { client } = testClient(api.baseUrl, { retries: 0 });
  const first = await client.cards.updateLimits("CRD1", patch).catch((error: PartnerCardError) => error);
  assert.ok("outcome" in first && first.outcome === "unknown" && first.idempotencyKey !== undefined);
  const again = { idempotencyKey: first.idempotencyKey };
  await assert.rejects(client.cards.updateLimits("CRD1", patch, again), { status: 422, outcome: "unknown" });
  await client.cards.updateLimits("CRD1", patch, again);
  await assert.rejects(client.cards.updateLimits("CRD1", patch, again), { status: 422, outcome: "unknown" });
});

test("two calls at once under one key: the refusal of one leaves the unknown end of the other as it is", async (t) => {
  let reset: (() => void) | undefined;
  const api = await startApi(t, (_, response, count) => {
    if (count === 1) reset = () => response.socket?.resetAndDestroy();
    else sendJson(response, 422, {});
  });
  const { client } = testClient(api.baseUrl, { retries: 0 });
  const options = { idempotencyKey: "once" };
  const first = client.cards.updateLimits("CRD1", patch, options).catch((error: PartnerCardError) => error);
  await until(() => reset !== undefined);
  const refused = { status: 422, outcome: "unknown" };
  await assert.rejects(
    client.cards.updateLimits("CRD1", patch, options),
    refused,
    "the first may be applied",
  );
  reset?.();
  assert.equal(((await first) as PartnerCardError).outcome, "unknown");
  await assert.rejects(client.cards.updateLimits("CRD1", patch, options), refused);
});

test("two calls at once under one key, both refused: then nothing was changed", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 422, {}));
  const { client } = testClient(api.baseUrl);
  const call = () =>
    client.cards
      .updateLimits("CRD1", patch, { idempotencyKey: "once" })
      .then(() => assert.fail("it has succeeded"))
      .catch(({ outcome }: PartnerCardError) => outcome);
  assert.deepEqual((await Promise.all([call(), call()])).sort(), ["rejected", "unknown"]);
  assert.equal(await call(), "rejected");
});

test("a 409 while another call is at work with the key is waited for", async (t) => {
  let answerFirst: (() => void) | undefined;
  let done = false;
  const api = await startApi(t, (_, response, count) => {
    if (count === 1) {
      answerFirst = () => {
        done = true;
        sendJson(response, 200, {});
      };
    } else sendJson(response, done ? 200 : 409, {});
  });
  const { client } = testClient(api.baseUrl, { retries: 0 });
  const options = { idempotencyKey: "once" };
  const first = client.cards.updateLimits("CRD1", patch, options);
  await until(() => answerFirst !== undefined);
  const second = client.cards.updateLimits("CRD1", patch, options);
  await until(() => api.requests.length === 2);
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(api.requests.length, 2, "it is not asked again before the first has ended");
  answerFirst?.();
  await first;
  assert.equal((await second).attempts, 2);
});

test("a 409 while another call hangs with the key ends with the deadline, as unknown", async (t) => {
  const api = await startApi(t, (_, response, count) => {
    if (count > 1) sendJson(response, 409, {});
  });
  const { client, clock } = testClient(api.baseUrl, { retries: 0, timeouts: { attemptMs: 60_000 } });
  const options = { idempotencyKey: "once" };
  const first = assert.rejects(client.cards.updateLimits("CRD1", patch, { ...options, timeoutMs: 50_000 }));
  await until(() => api.requests.length === 1);
  const second = assert.rejects(client.cards.updateLimits("CRD1", patch, options), {
    code: "deadline-exceeded",
    outcome: "unknown",
    attempts: 1,
  });
  await until(() => api.requests.length === 2);
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  clock.advance(30_000);
  await second;
  clock.advance(20_000);
  await first;
});

test("a 409 after an attempt without an answer is waited for", async (t) => {
  const answers = [500, 409, 200];
  const api = await startApi(t, (_, response, count) => sendJson(response, answers[count - 1] ?? 0, {}));
  const { client } = testClient(api.baseUrl);
  assert.equal((await client.cards.updateLimits("CRD1", patch)).attempts, 3);
});

test("a retry that meets 409 for a key in progress takes from the budget", async (t) => {
  const api = await startApi(t, (_, response, count) => sendJson(response, count === 1 ? 500 : 409, {}));
  const { client } = testClient(api.baseUrl, { retries: { max: 5, budget: 14 } });
  await assert.rejects(client.cards.updateLimits("CRD1", patch), { outcome: "unknown", attempts: 3 });
});

test("a 409 of a fresh key is an answer", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 409, {}));
  const { client } = testClient(api.baseUrl);
  await assert.rejects(client.cards.updateLimits("CRD1", patch), { attempts: 1, outcome: "rejected" });
});

test("the same key with another body, card or method is refused here, and nothing is sent", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client } = testClient(api.baseUrl);
  const options = { idempotencyKey: "once" };
  await client.cards.updateLimits("CRD1", patch, options);
  const others = [
    client.cards.updateLimits("CRD1", { daily: 5001 }, options),
    client.cards.updateLimits("CRD2", patch, options),
    client.cards.replaceLimits("CRD1", patch, options),
  ];
  for (const other of others) {
    await assert.rejects(other, {
      code: "idempotency-conflict",
      idempotencyKey: "once",
      outcome: "not-sent",
    });
  }
  assert.equal(api.requests.length, 1);
  await client.cards.updateLimits("CRD1", patch, options);
});

test("a key older than 24 hours is not sent again", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client, clock } = testClient(api.baseUrl);
  const options = { idempotencyKey: "yesterday" };
  await client.cards.updateLimits("CRD1", patch, options);
  clock.advance(24 * 3_600_000);
  await assert.rejects(client.cards.updateLimits("CRD1", patch, options), { code: "idempotency-expired" });
  assert.equal(api.requests.length, 1);
});

test("a key that is too old to finish an unknown write leaves it unknown", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 500, {}));
  const { client, clock } = testClient(api.baseUrl, { retries: 0 });
  const options = { idempotencyKey: "yesterday" };
  await assert.rejects(client.cards.updateLimits("CRD1", patch, options), { outcome: "unknown" });
  clock.advance(24 * 3_600_000);
  await assert.rejects(client.cards.updateLimits("CRD1", patch, options), {
    code: "idempotency-expired",
    outcome: "unknown",
    attempts: 0,
  });
  assert.equal(api.requests.length, 1);
});

test("a refusal of arguments leaves unknown what is unknown of the key", async (t) => {
  const api = await startApi(t, (_, response, count) => sendJson(response, count === 1 ? 500 : 200, {}));
  const { client } = testClient(api.baseUrl, { retries: 0 });
  const idempotencyKey = "left-open";
  const again = (key: string) =>
    client.cards.updateLimits("CRD1", patch, { idempotencyKey: key, retries: -1 });
  const path = { id: "CRD1" };
  const byHeader = { params: { path, header: { "idempotency-key": idempotencyKey } as never }, body: patch };
  await assert.rejects(client.cards.updateLimits("CRD1", patch, { idempotencyKey }), { outcome: "unknown" });
  const refused = { code: "invalid-argument", attempts: 0, idempotencyKey };
  await assert.rejects(again(idempotencyKey), { ...refused, outcome: "unknown" });
  await assert.rejects(client.PATCH("/v1/card/{id}/limits", { ...byHeader, retries: -1 }), {
    ...refused,
    outcome: "unknown",
  });
  await assert.rejects(again("fresh"), { ...refused, idempotencyKey: "fresh", outcome: "not-sent" });
  await client.cards.updateLimits("CRD1", patch, { idempotencyKey });
  await assert.rejects(again(idempotencyKey), { outcome: "unknown" });
});

test("within one long call, too, a key is not retried after 24 hours", async (t) => {
  const api = await startApi(t, () => undefined);
  const timeouts = { attemptMs: 24 * 3_600_000, totalMs: 1e9 };
  const { client, clock } = testClient(api.baseUrl, { timeouts });
  const failed = assert.rejects(client.cards.updateLimits("CRD1", patch), {
    code: "attempt-timeout",
    attempts: 1,
  });
  await until(() => api.requests.length === 1);
  clock.advance(24 * 3_600_000);
  await failed;
});

test("a read takes no key", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  const { client } = testClient(api.baseUrl);
  await assert.rejects(client.GET("/v1/card", { idempotencyKey: "x" }), { code: "invalid-argument" });
});

test("a key that no header can hold is refused", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client } = testClient(api.baseUrl);
  const call = client.cards.updateLimits("CRD1", patch, { idempotencyKey: "a\r\nb" });
  await assert.rejects(call, { code: "invalid-argument", outcome: "not-sent" });
});
