import assert from "node:assert/strict";
import { test } from "node:test";
import { checkKeyAge, idempotencyWindowMs, keyLedger } from "./idempotency.ts";

const now = Date.UTC(2026, 0, 1);
const request = ["PATCH", "https://x/v1/card/CRD1/limits", '{"daily":1}'];

test("the same key with the same request is welcome, and known by its first use", () => {
  const ledger = keyLedger();
  ledger.begin("k", request, now);
  assert.equal(ledger.begin("k", request, now + 5000).since, now);
});

test("the same key with another method, path or body is refused", () => {
  const ledger = keyLedger();
  ledger.begin("k", request, now);
  for (const place of [0, 1, 2]) {
    const other = request.with(place, "other");
    assert.throws(() => ledger.begin("k", other, now), { code: "idempotency-conflict" });
  }
  assert.throws(() => ledger.begin("k", [...request.slice(0, 1), request.slice(1).join("")], now), {
    code: "idempotency-conflict",
  });
});

test("a key of 24 hours is refused, a younger one is not", () => {
  checkKeyAge(now, now + idempotencyWindowMs - 1);
  assert.throws(() => checkKeyAge(now, now + idempotencyWindowMs), { code: "idempotency-expired" });
});

test("a write is open while another call is at work, after an unknown end, and once it is applied", () => {
  const ledger = keyLedger();
  const claim = () => ledger.begin("k", request, now);
  const [first, second] = [claim(), claim()];
  assert.deepEqual([first.mayBeApplied, second.mayBeApplied], [true, true]);
  first.finish("unchanged");
  assert.equal(second.mayBeApplied, false, "a refusal changes nothing");
  second.finish("unknown");
  const third = claim();
  third.finish("unchanged");
  assert.deepEqual([third.mayBeApplied, third.unresolved], [true, true], "a refusal closes nothing");
  claim().finish("applied");
  const last = claim();
  assert.deepEqual([last.mayBeApplied, last.unresolved], [true, false]);
});

test("an ended use is ended once", () => {
  const ledger = keyLedger();
  const first = ledger.begin("k", request, now);
  first.finish("unchanged");
  first.finish("unknown");
  assert.equal(ledger.begin("k", request, now).mayBeApplied, false);
});

test("of calls that wait for each other one goes on at a time", async () => {
  const ledger = keyLedger();
  const [a, b, c] = [0, 1, 2].map(() => ledger.begin("k", request, now));
  assert.ok(a && b && c);
  const order: string[] = [];
  const go = async (name: string, use: typeof a) => {
    await use.othersEnd();
    order.push(name);
  };
  const waiting = [go("a", a), go("b", b)];
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([order, c.busy], [[], false]);
  c.finish("unchanged");
  await waiting[0];
  assert.deepEqual([order, b.busy], [["a"], true]);
  a.finish("unchanged");
  await waiting[1];
  assert.deepEqual(order, ["a", "b"]);
});

test("keys that no header can hold are refused without being quoted", () => {
  for (const key of ["", " ", "a b", "canary\r\nx: y", "é", "x".repeat(256)]) {
    assert.throws(
      () => keyLedger().begin(key, request, now),
      (error: Error & { code?: string }) =>
        error.code === "invalid-argument" && !error.message.includes("canary"),
    );
  }
});

test("the memory is bounded: the oldest keys are forgotten, but those that are open last", () => {
  const ledger = keyLedger();
  ledger.begin("unknown", request, now).finish("unknown");
  ledger.begin("at-work", request, now);
  for (let i = 0; i < 10_000; i++) ledger.begin(`k${i}`, request, now).finish("unchanged");
  ledger.begin("k0", ["other"], now); // forgotten, so it is new
  for (const key of ["unknown", "at-work", "k5000"]) {
    assert.throws(() => ledger.begin(key, ["other"], now), { code: "idempotency-conflict" });
  }
});
