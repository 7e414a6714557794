import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { wait } from "./wait.ts";

test("a wait takes its time", async () => {
  const began = performance.now();
  await wait(30);
  assert.ok(performance.now() - began >= 25);
});

test("a wait that is aborted ends at once, also when it was aborted before", async () => {
  const controller = new AbortController();
  const waiting = wait(60_000, controller.signal);
  controller.abort();
  await waiting;
  await wait(60_000, controller.signal);
});

test("many waits on one signal have one listener, and none once they have ended", async () => {
  const { signal } = new AbortController();
  const waiting = Promise.all(Array.from({ length: 20 }, () => wait(5, signal)));
  assert.equal(getEventListeners(signal, "abort").length, 1);
  await waiting;
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("a wait that is aborted does not keep the process alive", async () => {
  const program = `
    import { wait } from ${JSON.stringify(new URL("./wait.ts", import.meta.url).href)};
    const controller = new AbortController();
    const waiting = wait(60_000, controller.signal);
    controller.abort();
    await waiting;
  `;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program]);
  const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on("close", (...ended) => resolve(ended)),
  );
  clearTimeout(timer);
  assert.deepEqual([code, signal], [0, null]);
});
