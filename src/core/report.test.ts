import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { ClientOptions } from "../client/options.ts";
import { sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";
import { eventNames, listen } from "../testing/events.ts";

type SeenEvent = [name: string, event: Record<string, unknown>];

/** The events that a test sees, in order. */
function eventsOf(t: TestContext): SeenEvent[] {
  const seen: SeenEvent[] = [];
  for (const name of eventNames) listen(t, name, (event: object) => seen.push([name, event as SeenEvent[1]]));
  return seen;
}

test("a call is told from its start to its end, each event under the id of its call", async (t) => {
  const api = await startApi(t, (_, response, count) =>
    sendJson(response, count === 1 ? 503 : 200, emptyList, { "x-request-id": `r${count}` }),
  );
  const seen = eventsOf(t);
  const { client } = testClient(api.baseUrl);
  await client.GET("/v1/card");
  const id = seen[0]?.[1].callId;
  assert.deepEqual(
    seen.filter(([, event]) => event.operation !== "requestToken"),
    [
      [
        "call:start",
        { callId: id, operation: "listCards", path: "/v1/card", method: "GET", origin: api.baseUrl },
      ],
      ["token", { what: "granted", expiresAt: Date.UTC(2026, 0, 1, 13) }],
      ["attempt:start", { callId: id, operation: "listCards", attempt: 1 }],
      [
        "attempt:end",
        {
          callId: id,
          operation: "listCards",
          attempt: 1,
          durationMs: 0,
          status: 503,
          code: "server-error",
          requestId: "r1",
        },
      ],
      [
        "retry",
        {
          callId: id,
          operation: "listCards",
          attempt: 1,
          code: "server-error",
          status: 503,
          reason: "transient",
          waitMs: 150,
          budgetLeft: 100,
        },
      ],
      ["attempt:start", { callId: id, operation: "listCards", attempt: 2 }],
      [
        "attempt:end",
        {
          callId: id,
          operation: "listCards",
          attempt: 2,
          durationMs: 150 - 150,
          status: 200,
          requestId: "r2",
        },
      ],
      [
        "call:end",
        { callId: id, operation: "listCards", attempts: 2, durationMs: 150, status: 200, requestId: "r2" },
      ],
    ],
  );
});

test("a failed write ends with code, key and outcome", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 422, {}));
  const seen = eventsOf(t);
  const { client, clock } = testClient(api.baseUrl);
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }));
  const started = seen.find(
    ([name, event]) => name === "attempt:start" && event.operation === "updateCardLimits",
  );
  assert.equal(started?.[1].timestamp, Math.floor(clock.now() / 1000));
  assert.deepEqual(
    seen.filter(([name]) => name === "retry:stop").map(([, event]) => event.because),
    ["final"],
  );
  const [, end] = seen.at(-1) ?? [];
  assert.deepEqual([end?.code, end?.outcome, end?.status], ["refused", "rejected", 422]);
  assert.match(String(end?.idempotencyKey), /^0{8}-/);
});

test("an attempt that is ended by its limit says so", async (t) => {
  const api = await startApi(t, () => undefined);
  const seen = eventsOf(t);
  const { client, clock } = testClient(api.baseUrl, { retries: 0 });
  const failed = assert.rejects(client.GET("/v1/card"));
  while (api.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  clock.advance(10_000);
  await failed;
  await new Promise((resolve) => setTimeout(resolve, 10));
  const ends = seen.filter(([name, event]) => name === "attempt:end" && event.operation === "listCards");
  assert.deepEqual(
    ends.map(([, event]) => event.code),
    ["attempt-timeout"],
  );
});

test("events are frozen: a listener cannot change what the next one sees", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  const seen = eventsOf(t);
  await testClient(api.baseUrl).client.GET("/v1/card");
  assert.ok(seen.length > 0 && seen.every(([, event]) => Object.isFrozen(event)));
});

test("a logger is told the same, at a fitting level", async (t) => {
  const api = await startApi(t, (_, response, count) =>
    sendJson(response, count === 1 ? 503 : 200, emptyList),
  );
  const lines: string[] = [];
  const level = (name: string) => (message: string) => void lines.push(`${name} ${message}`);
  const logger = { debug: level("debug"), info: level("info"), warn: level("warn"), error: level("error") };
  const { client } = testClient(api.baseUrl, { logger });
  await client.GET("/v1/card");
  assert.ok(lines.includes("debug partner-card:call:start") && lines.includes("info partner-card:retry"));
});

/** Ways in which code that is called back can fail. */
const failures: Record<string, () => unknown> = {
  throws: () => {
    throw new Error("the disk is full");
  },
  "rejects at once": () => Promise.reject(new Error("the disk is full")),
  "rejects later": async () => {
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error("the disk is full");
  },
  "answers with a broken thenable": () => ({
    // biome-ignore lint/suspicious/noThenProperty: it is what is tested
    get then() {
      throw new Error("the disk is full");
    },
  }),
};
for (const [failure, fail] of Object.entries(failures)) {
  for (const place of ["a logger", "a subscriber", "retries.when"]) {
    test(`${place} that ${failure} reaches neither the call nor the process`, async (t) => {
      const escaped: unknown[] = [];
      // In place of the test runner's own: these would end the process.
      for (const name of ["uncaughtException", "unhandledRejection"]) {
        const others = process.listeners(name as "uncaughtException");
        process.removeAllListeners(name);
        process.on(name, (error: unknown) => escaped.push(error));
        t.after(() => {
          process.removeAllListeners(name);
          for (const other of others) process.on(name, other);
        });
      }
      let called = 0;
      const failing = () => {
        called += 1;
        return fail();
      };
      const options: Partial<ClientOptions> = {};
      if (place === "a logger")
        Object.assign(options, { logger: { debug: failing, info: failing, warn: failing, error: failing } });
      if (place === "retries.when") Object.assign(options, { retries: { when: failing } });
      const seen: string[] = [];
      for (const name of place === "a subscriber" ? eventNames : []) {
        listen(t, name, failing);
        listen(t, name, () => seen.push(name));
      }
      const api = await startApi(t, (_, response, count) =>
        sendJson(response, count % 2 === 1 ? 503 : 200, emptyList),
      );
      const { client } = testClient(api.baseUrl, options);
      if (place === "retries.when") await assert.rejects(client.GET("/v1/card"), { code: "server-error" });
      else assert.equal((await client.GET("/v1/card")).attempts, 2);
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.ok(called > 0);
      assert.deepEqual(escaped, []);
      if (place === "a subscriber") assert.ok(seen.includes("call:end"), "the next subscriber is told");
    });
  }
}
