import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { testKeys } from "../../src/testing/keys.ts";
import { serve } from "../sandbox/serve.ts";
import { createWatch, type WatchOptions } from "./watch.ts";
import { calm, cut, hang, type Silence, type Step, withhold } from "./weather.ts";

/** A watched sandbox in which the first request gets no answer, in one way, or half of one. */
function silent(silence: Silence, options: Partial<WatchOptions> = {}) {
  const acts: Pick<Step, "before" | "after"> =
    silence === cut ? { after: () => silence } : { before: () => silence };
  const weather = { ...calm, steps: [{ name: "no answer", at: () => true, times: 1, ...acts }] };
  const watch = createWatch({
    clientId: "a-client",
    clientSecret: "a-secret-of-this-test",
    publicKey: testKeys().publicKey,
    scenario: "silent",
    weather,
    ids: "x",
    ...options,
  });
  const ask = () => watch.fetch(new Request("http://127.0.0.1/"));
  return { watch, ask };
}

test("an answer that is lost closes the connection, and is known as such", async () => {
  const { watch, ask } = silent(withhold);
  await assert.rejects(ask(), { name: "Withheld" });
  assert.deepEqual([watch.seen[0]?.withheld, watch.seen[0]?.failure?.kind], ["before", "reset"]);
});

test("one that never comes keeps its client waiting, and is known as such at once", async () => {
  const { watch, ask } = silent(hang);
  let isOver = false;
  void ask().finally(() => {
    isOver = true;
  });
  while (watch.seen.length === 0) await setImmediate();
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  assert.equal(isOver, false);
  assert.deepEqual([watch.seen[0]?.withheld, watch.seen[0]?.failure?.kind], ["before", "timeout"]);
  assert.equal((await ask()).status, 404);
});

test("whoever ends the wait finds the connection closed", async () => {
  let waits = 0;
  const { ask } = silent(hang, {
    hanging: async () => {
      waits += 1;
    },
  });
  await assert.rejects(ask(), { name: "Withheld" });
  assert.equal(waits, 1);
});

test("an answer is held back after its request was done", async () => {
  const order: string[] = [];
  const before = () => {
    order.push("done");
    return null;
  };
  const { ask } = silent(hang, {
    weather: { ...calm, answersMs: [700], steps: [{ name: "seen", at: () => true, times: 1, before }] },
    pause: async (milliseconds) => {
      order.push(`held back for ${milliseconds} ms`);
    },
  });
  await ask();
  assert.deepEqual(order, ["done", "held back for 700 ms"]);
});

test("an answer that is cut short promises all of it, and ends in the middle", async () => {
  const { watch, ask } = silent(cut);
  const half = await ask();
  assert.ok(half.status >= 400);
  await assert.rejects(half.text(), { name: "CutShort" });
  const { baseUrl, close } = await serve(silent(cut).watch.fetch);
  try {
    const response = await fetch(`${baseUrl}/`);
    assert.ok(Number(response.headers.get("content-length")) > 0);
    await assert.rejects(response.text());
  } finally {
    await close();
  }
  const [seen] = watch.seen;
  assert.deepEqual([seen?.withheld, seen?.response, seen?.failure?.kind], ["after", null, "reset"]);
  assert.equal((await (await ask()).text()).length > 0, true, "the next one is whole");
});

test("an answer that the client does not wait for is none, whenever it is ready", async () => {
  const moments = new EventEmitter();
  const client = new AbortController();
  const told = () => [watch.seen[0]?.response, watch.seen[0]?.failure?.message, watch.seen[0]?.withheld];
  const none = [null, "the client did not wait for the answer", "after"];
  const { watch } = silent(cut, {
    weather: { ...calm, answersMs: [1000] },
    pause: async () => {
      assert.deepEqual(told(), none, "while it is under way");
      const hasLeft = once(moments, "left");
      client.abort();
      await hasLeft;
    },
    onSeen: () => moments.emit("seen"),
  });
  const { baseUrl, close } = await serve((request) => {
    request.signal.addEventListener("abort", () => moments.emit("left"));
    return watch.fetch(request);
  });
  try {
    const isSeen = once(moments, "seen");
    await assert.rejects(fetch(`${baseUrl}/`, { signal: client.signal }), { name: "AbortError" });
    await isSeen;
    assert.deepEqual(told(), none);
  } finally {
    await close();
  }
});
