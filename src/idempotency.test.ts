import assert from "node:assert/strict";
import { test } from "node:test";
import { idempotencyWindowMs, keyLedger } from "./idempotency.ts";

const now = Date.UTC(2026, 0, 1);
const request = ["PATCH", "https://x/v1/card/CRD1/limits", '{"daily":1}'];

test("the same key with the same request is welcome, and known by its first use", () => {
  const ledger = keyLedger();
  ledger.claim("k", request, now);
  assert.deepEqual(ledger.claim("k", request, now + 5000), { since: now, open: false });
});

test("the same key with another method, path or body is refused", () => {
  const ledger = keyLedger();
  ledger.claim("k", request, now);
  for (const place of [0, 1, 2]) {
    const other = request.with(place, "other");
    assert.throws(() => ledger.claim("k", other, now), { code: "idempotency-conflict" });
  }
  assert.throws(() => ledger.claim("k", [...request.slice(0, 1), request.slice(1).join("")], now), {
    code: "idempotency-conflict",
  });
});

test("a key of 24 hours is refused, a younger one is not", () => {
  const ledger = keyLedger();
  ledger.claim("k", request, now);
  ledger.claim("k", request, now + idempotencyWindowMs - 1);
  assert.throws(() => ledger.claim("k", request, now + idempotencyWindowMs), { code: "idempotency-expired" });
});

test("an open end is remembered until it is settled", () => {
  const ledger = keyLedger();
  ledger.claim("k", request, now);
  ledger.settle("k", true);
  assert.equal(ledger.claim("k", request, now).open, true);
  ledger.settle("k", false);
  assert.equal(ledger.claim("k", request, now).open, false);
});

test("keys that no header can hold are refused without being quoted", () => {
  for (const key of ["", " ", "a b", "canary\r\nx: y", "é", "x".repeat(256)]) {
    assert.throws(
      () => keyLedger().claim(key, request, now),
      (error: Error & { code?: string }) =>
        error.code === "invalid-argument" && !error.message.includes("canary"),
    );
  }
});

test("the memory is bounded: the oldest keys are forgotten", () => {
  const ledger = keyLedger();
  for (let i = 0; i <= 10_000; i++) ledger.claim(`k${i}`, request, now);
  ledger.claim("k0", ["other"], now); // forgotten, so it is new
  assert.throws(() => ledger.claim("k5000", ["other"], now), { code: "idempotency-conflict" });
});
