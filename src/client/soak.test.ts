/**
 * Thousands of calls, 32 at a time, through a server that fails on a fifth of all requests; SOAK_CALLS=20000 makes
 * more of them.
 */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isPartnerCardError } from "../core/errors.ts";
import { faults } from "../testing/faults.ts";
import type { Account } from "../testing/faulty-server.ts";
import { testKeys } from "../testing/keys.ts";
import { type Client, createClient } from "./client.ts";

const calls = Number(process.env.SOAK_CALLS ?? 1_500);
const concurrency = 32;
/** One call in three is a write. */
const writeEvery = 3;

/** How a write ended. */
interface Write {
  readonly key: string;
  readonly body: string;
  readonly end: "acknowledged" | "not-sent" | "rejected" | "unknown";
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once("message", (value) => resolve(value as T)));
}

function heapAfterCollection(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

async function write(client: Client, n: number, signal: AbortSignal): Promise<Write> {
  const body = { daily: n };
  const id = `CRD${n % 50}`;
  try {
    const { idempotencyKey } = await client.cards.updateLimits(id, body, { signal });
    return { key: idempotencyKey, body: JSON.stringify(body), end: "acknowledged" };
  } catch (error) {
    assert.ok(isPartnerCardError(error), String(error));
    const { idempotencyKey: key, outcome } = error;
    assert.ok(key !== undefined && outcome !== undefined, "a failed write has key and outcome");
    if (outcome !== "unknown" || n % 2 === 0) return { key, body: JSON.stringify(body), end: outcome };
    return finish(client, id, body, key);
  }
}

/** What a caller does with an unknown outcome: the same write with the same key, until it is answered. */
async function finish(client: Client, id: string, body: { daily: number }, key: string): Promise<Write> {
  for (;;) {
    const done = await client.cards.updateLimits(id, body, { idempotencyKey: key }).then(
      () => true,
      () => false,
    );
    if (done) return { key, body: JSON.stringify(body), end: "acknowledged" };
  }
}

test(`${calls} calls, ${concurrency} at a time, against resets, stalls, cuts, refusals, revoked tokens and a turning clock`, async (t) => {
  const { privateKey, publicKey } = testKeys();
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const file = fileURLToPath(new URL("../testing/faulty-server.ts", import.meta.url));
  const server = fork(file, [pem, "20260101"], { execArgv: ["--import", "tsx"] });
  t.after(() => server.disconnect());
  const { port } = await message<{ port: number }>(server);

  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", onUnhandled);
  t.after(() => process.off("unhandledRejection", onUnhandled));

  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    clientId: "soak",
    clientSecret: "soak-secret",
    signingKey: privateKey,
    timeouts: { attemptMs: 400, totalMs: 5_000 },
    retries: { max: 3, baseMs: 5, capMs: 40 },
    maxResponseBytes: 2 ** 20,
  });
  const { signal } = new AbortController();
  const writes: Write[] = [];
  const codes: Record<string, number> = {};
  const heaps: number[] = [];
  let started = 0;
  let reads = 0;

  async function worker(): Promise<void> {
    while (started < calls) {
      const n = ++started;
      if (n % (calls / 4) === 0) heaps.push(heapAfterCollection());
      if (n % writeEvery === 0) {
        const result = await write(client, n, signal);
        writes.push(result);
        codes[result.end] = (codes[result.end] ?? 0) + 1;
      } else {
        await client.GET("/v1/card", { signal }).then(
          () => (reads += 1),
          (error) => {
            assert.ok(isPartnerCardError(error), String(error));
            codes[error.code] = (codes[error.code] ?? 0) + 1;
          },
        );
      }
    }
  }
  const begun = performance.now();
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - begun) / 1000;

  const answer = message<{ account: Account }>(server);
  server.send("account");
  const { account } = await answer;

  for (const { key, body, end } of writes) {
    const applied = account.applied[key];
    if (end === "acknowledged") assert.equal(applied, body, `${key} was acknowledged`);
    else if (end === "unknown")
      assert.ok(applied === undefined || applied === body, `${key} has another body`);
    else assert.equal(applied, undefined, `${key} is ${end} but was applied`);
  }
  assert.equal(writes.length, Math.floor(calls / writeEvery));
  assert.equal(new Set(writes.map(({ key }) => key)).size, writes.length, "every write has a key of its own");
  for (const name of Object.keys(faults)) assert.ok(account.faults[name], `"${name}" has happened`);
  assert.deepEqual(unhandled, []);
  assert.equal(getEventListeners(signal, "abort").length, 0);
  const growth = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0);
  assert.ok(growth < 10 * 2 ** 20, `the heap grew by ${growth} bytes`);
  const succeeded = reads + (codes.acknowledged ?? 0);
  // How many time out depends on the machine, which may be busy.
  assert.ok(succeeded > calls * 0.5, `only ${succeeded} calls succeeded`);
  t.diagnostic(
    JSON.stringify({
      seconds: Math.round(seconds * 10) / 10,
      calls,
      succeeded,
      reads,
      ends: codes,
      requests: account.requests,
      tokenRequests: account.tokenRequests,
      faults: account.faults,
      heapMiB: heaps.map((bytes) => Math.round(bytes / 2 ** 20)),
    }),
  );
});
