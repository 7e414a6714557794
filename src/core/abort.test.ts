import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type ApiOptions, type Handler, sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { Ending, isSignal, onAbort, signalOf } from "./abort.ts";

test("many wait on one listener, which goes with the last of them", () => {
  const { signal } = new AbortController();
  const forget = Array.from({ length: 50 }, () => onAbort(signal, () => undefined));
  assert.equal(getEventListeners(signal, "abort").length, 1);
  for (const one of forget.slice(1)) one();
  assert.equal(getEventListeners(signal, "abort").length, 1);
  forget[0]?.();
  forget[0]?.();
  assert.equal(getEventListeners(signal, "abort").length, 0);
  onAbort(signal, () => undefined)();
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("all who wait are called, once, and those who have gone are not", () => {
  const controller = new AbortController();
  const called: string[] = [];
  const forget = ["a", "b", "c"].map((name) => onAbort(controller.signal, () => called.push(name)));
  forget[1]?.();
  controller.abort();
  controller.abort();
  assert.deepEqual(called, ["a", "c"]);
});

test("an ending calls all who wait, once and with its first reason, and is an AbortSignal to those who need one", () => {
  const ending = new Ending();
  const signal = signalOf(ending);
  const called: string[] = [];
  const forget = ["a", "b"].map((name) => onAbort(ending, () => called.push(name)));
  forget[0]?.();
  ending.throwIfAborted();
  ending.abort("first");
  ending.abort("second");
  assert.deepEqual(called, ["b"]);
  assert.throws(
    () => ending.throwIfAborted(),
    (reason) => reason === "first",
  );
  assert.deepEqual([signal.aborted, signal.reason], [true, "first"]);
  onAbort(ending, () => called.push("late"));
  assert.deepEqual(called, ["b", "late"]);
  assert.equal(signalOf(ending).reason, "first");
  const { signal: own } = new AbortController();
  assert.equal(signalOf(own), own);
});

test("a signal of another library will do, and nothing else", () => {
  const foreign = Object.assign(new EventTarget(), { aborted: false });
  assert.ok(isSignal(new AbortController().signal) && isSignal(foreign));
  for (const value of [
    undefined,
    null,
    5,
    "x",
    {},
    { aborted: false },
    new AbortController(),
    new EventTarget(),
  ])
    assert.ok(!isSignal(value));
});

/** Where a call is when it is aborted, and what the process has besides it. */
const moments: Record<string, { api?: Handler; token?: Handler; options?: string }> = {
  "in the token request": { token: () => undefined },
  "between two token requests": { token: (_, response) => sendJson(response, 503, {}) },
  "in its request": { api: () => undefined },
  "in the body of its answer": { api: (_, response) => void response.writeHead(200).write("{") },
  "between two attempts": { api: (_, response) => sendJson(response, 503, {}) },
  "in a signer that hangs": { options: "signer: { sign: () => new Promise(() => {}) }" },
  "in a sending step that hangs": { options: "send: () => new Promise(() => {})" },
  "in a store that hangs": { options: "tokenStore: { get: hang, set: hang, delete: hang }" },
  "in the wait for another's lock": {
    options: "tokenStore: { get: async () => {}, set: hang, delete: hang, add: async () => false }",
  },
};
for (const [moment, { api: handler, token, options = "" }] of Object.entries(moments)) {
  test(`the process may end when a call is aborted ${moment}`, async (t) => {
    const lists: Handler = (_, response) => sendJson(response, 200, emptyList);
    const apiOptions: ApiOptions = token === undefined ? {} : { token };
    const api = await startApi(t, handler ?? lists, apiOptions);
    const index = fileURLToPath(new URL("../index.ts", import.meta.url));
    const program = `
      import { createClient } from ${JSON.stringify(index)};
      const hang = () => new Promise(() => {});
      const client = createClient({
        baseUrl: ${JSON.stringify(api.baseUrl)}, clientId: "a", clientSecret: "b",
        signer: { sign: async () => "AAAA" },
        retries: { max: 50, baseMs: 60_000, capMs: 60_000, retryAfterCapMs: 60_000 },
        timeouts: { attemptMs: 300_000, totalMs: 300_000 },
        ${options}
      });
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 300);
      const { signal } = controller;
      const error = await client.cards.updateLimits("CRD1", { daily: 1 }, { signal }).catch((error) => error);
      console.log(error.code);`;
    const args = ["--import", "tsx", "--input-type=module", "--eval", program];
    // Without an end of its own, the child would live for the 5 minutes of its limits.
    const output = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, args, { timeout: 30_000 }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    });
    assert.equal(output.trim(), "aborted");
  });
}
