import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { sendJson, startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { redisIsInstalled, redisStore, startRedis } from "../testing/redis.ts";

const installed = redisIsInstalled();
const required = process.env.REQUIRE_ALL === "1";
const skip =
  !installed && !required && "redis-server is not installed (Debian: apt-get install redis-server)";

function run(...args: string[]): Promise<number | null> {
  const file = fileURLToPath(new URL("../testing/redis-process.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("exit", resolve);
    child.once("error", reject);
  });
}

test("two processes share one token through Redis, also when they start together", { skip }, async (t) => {
  assert.ok(installed, "REQUIRE_ALL=1, and redis-server is not installed");
  const redis = await startRedis();
  t.after(() => redis.stop());
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList), {
    // Slow enough that the second process meets the first one's request.
    token: (_, response, count) =>
      setTimeout(() => sendJson(response, 200, tokenBody(`token-${count}`)), 300),
  });
  const codes = await Promise.all([
    run(api.baseUrl, String(redis.port), "5"),
    run(api.baseUrl, String(redis.port), "5"),
  ]);
  assert.deepEqual(codes, [0, 0]);
  assert.equal(api.tokenRequests.length, 1);
  assert.deepEqual(
    new Set(api.requests.map(({ headers }) => headers.authorization)),
    new Set(["Bearer token-1"]),
  );
  assert.equal(api.requests.length, 10);

  assert.equal(await run(api.baseUrl, String(redis.port), "1"), 0);
  assert.equal(api.tokenRequests.length, 1, "a process that starts later takes the same token");
});

test("a lock in Redis is deleted by its owner alone", { skip }, async (t) => {
  assert.ok(installed, "REQUIRE_ALL=1, and redis-server is not installed");
  const redis = await startRedis();
  t.after(() => redis.stop());
  const store = redisStore(redis.port);
  t.after(() => store.close());
  assert.equal(await store.add?.("lock", "one", 60_000), true);
  assert.equal(await store.add?.("lock", "two", 60_000), false);
  await store.deleteIf?.("lock", "two");
  assert.equal(await store.get("lock"), "one");
  await store.deleteIf?.("lock", "one");
  assert.equal(await store.get("lock"), undefined);
});
