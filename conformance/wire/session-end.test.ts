import assert from "node:assert/strict";
import { test } from "node:test";
import { createSession } from "./session.ts";
import { answered, scripted, sending, statusOf, virtualSession } from "./testing.ts";
import { failed, type Transport } from "./transport.ts";
import { wait } from "./wait.ts";

test("when the budget is used up nothing is sent any more", async () => {
  const { transport, requests } = scripted(answered(200));
  const session = virtualSession(transport, { budgetMs: 5000 });
  await session.send(sending());
  session.pass(4999);
  await session.send(sending());
  assert.equal(session.remainingMs(), 1);
  session.pass(1);
  assert.equal((await session.send(sending())).failure?.kind, "budget");
  assert.equal(requests.length, 2);
  assert.equal(session.stopped(), "the run budget of 5 s is used up");
});

test("when more has come than a run keeps, nothing is sent any more but what puts limits back", async () => {
  const { transport, requests } = scripted(answered(200, "x".repeat(98)));
  const session = virtualSession(transport, { receiveBudget: 200 });
  for (let time = 0; time < 5; time += 1) await session.send(sending());
  assert.equal(requests.length, 3);
  assert.match(session.stopped() ?? "", /has sent more than 200 bytes/);
  assert.equal(statusOf(await session.afterEnd().send(sending())), 200);
});

test("no exchange may take longer than what is left of the budget", async () => {
  const timeouts: number[] = [];
  const transport: Transport = async (_, { timeoutMs }) => {
    timeouts.push(timeoutMs);
    return answered(200);
  };
  const session = virtualSession(transport, { budgetMs: 15_000, timeoutMs: 10_000 });
  await session.send(sending());
  session.pass(9000);
  await session.send(sending());
  assert.deepEqual(timeouts, [10_000, 6000]);
});

test("limits are put back after the budget, after the end and after the last write that was allowed", async () => {
  const { transport, requests } = scripted(answered(200));
  const controller = new AbortController();
  const session = virtualSession(transport, { writeBudget: 1, signal: controller.signal });
  const write = sending({ operation: "updateCardLimits" });
  await session.send(write);
  assert.match(
    (await session.send(write)).failure?.message ?? "",
    /the write budget of 1 requests is used up/,
  );
  controller.abort();
  session.pass(999_999);
  assert.equal((await session.send(sending())).failure?.kind, "aborted");
  assert.equal(statusOf(await session.afterEnd().send(write)), 200);
  assert.equal(requests.length, 2);
});

test("an end from outside is said to be one, also by the requests that were under way", async () => {
  const controller = new AbortController();
  const transport: Transport = (_, { signal }) =>
    new Promise((resolve) =>
      signal?.addEventListener("abort", () => resolve(failed("aborted", "the run was ended"))),
    );
  const session = virtualSession(transport, { signal: controller.signal, concurrency: 4 });
  const under = Array.from({ length: 5 }, () => session.send(sending()));
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  const ends = (await Promise.all(under)).map(statusOf);
  assert.deepEqual(ends.slice(0, 4), ["aborted", "aborted", "aborted", "aborted"]);
  assert.equal(session.stopped(), "the run was ended before it was complete");
});

test("a wait ends with the run", async () => {
  const controller = new AbortController();
  const session = createSession({
    transport: scripted(answered(200)).transport,
    now: Date.now,
    sleep: wait,
    timeoutMs: 1,
    budgetMs: 1,
    concurrency: 1,
    signal: controller.signal,
  });
  const waiting = session.sleep(3_600_000);
  controller.abort();
  await waiting;
});

test("a write that is under way is awaited, and nothing is sent after it", async () => {
  const controller = new AbortController();
  let answer = () => {};
  let sent = 0;
  const transport: Transport = (_, { signal }) =>
    new Promise((resolve) => {
      sent += 1;
      answer = () => resolve(answered(200));
      signal?.addEventListener("abort", () => resolve(failed("aborted", "broken off")));
    });
  const session = virtualSession(transport, { signal: controller.signal });
  const write = session.send(sending({ operation: "updateCardLimits" }));
  const next = session.send(sending({ operation: "updateCardLimits" }));
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  answer();
  assert.equal(statusOf(await write), 200);
  assert.equal(statusOf(await next), "aborted");
  assert.equal(sent, 1);
});

test("what puts limits back waits for as long as the server asks to, up to a minute", async () => {
  for (const [seconds, status] of [
    ["59", 200],
    ["61", 429],
  ] as const) {
    const { transport } = scripted(answered(429, {}, [["retry-after", seconds]]), answered(200));
    const session = virtualSession(transport, { budgetMs: 1 });
    session.pass(2);
    assert.equal(statusOf(await session.afterEnd().send(sending())), status);
  }
});
