import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionError, type PartnerCardError, ResponseError } from "../core/errors.ts";
import { backoff, type Decision, decide, isTransient, type Situation } from "./decide.ts";
import { idempotencyWindowMs } from "./idempotency.ts";

const answered = (status: number, retryAfterMs?: number) =>
  new ResponseError("server-error", "x", { status, cause: {}, retryAfterMs });
const failed = (
  code: "network" | "attempt-timeout" | "response-cut" | "aborted" | "deadline-exceeded",
  inner = "ECONNRESET",
) => new ConnectionError(code, "x", { cause: Object.assign(new Error(), { code: inner }) });

function decided(error: PartnerCardError, change: Partial<Situation> = {}): Decision {
  return decide({
    error,
    canRefreshToken: false,
    canCorrectClock: false,
    repeatable: true,
    retriesLeft: 2,
    keyAgeMs: 0,
    keyBusy: false,
    keyUnresolved: false,
    backoffMs: 100,
    retryAfterCapMs: 30_000,
    remainingMs: 20_000,
    retryable: isTransient,
    budgetAllows: true,
    ...change,
  });
}
const stop = (because: string) => ({ kind: "stop", because });

for (const status of [408, 425, 429, 500, 502, 503, 504]) {
  test(`${status} is retried`, () =>
    assert.deepEqual(decided(answered(status)), { kind: "retry", waitMs: 100 }));
}
for (const status of [200, 303, 400, 401, 403, 404, 409, 410, 422, 501, 505]) {
  test(`${status} is not retried`, () => assert.deepEqual(decided(answered(status)), stop("final")));
}
for (const code of ["network", "attempt-timeout", "response-cut"] as const) {
  test(`${code} is retried`, () => assert.equal(decided(failed(code)).kind, "retry"));
}
for (const code of ["aborted", "deadline-exceeded"] as const) {
  test(`${code} ends the call, even if the caller finds everything worth a retry`, () => {
    assert.deepEqual(decided(failed(code), { retryable: () => true }), stop("final"));
  });
}

test("a bad certificate is not retried", () => {
  assert.deepEqual(decided(failed("network", "CERT_HAS_EXPIRED")), stop("final"));
});

test("what cannot be repeated safely is not retried", () => {
  assert.deepEqual(decided(answered(503), { repeatable: false }), stop("not-repeatable"));
});

test("retries come to an end", () =>
  assert.deepEqual(decided(answered(503), { retriesLeft: 0 }), stop("retries-used")));

test("Retry-After is honoured in full, and a longer back-off too", () => {
  assert.deepEqual(decided(answered(503, 7000)), { kind: "retry", waitMs: 7000 });
  assert.deepEqual(decided(answered(503, 50)), { kind: "retry", waitMs: 100 });
});

test("a Retry-After beyond the cap ends the call", () => {
  assert.deepEqual(decided(answered(503, 30_001), { remainingMs: 1e9 }), stop("retry-after-too-long"));
  assert.equal(decided(answered(503, 30_000), { remainingMs: 1e9 }).kind, "retry");
});

test("there is no wait that the deadline would cut", () => {
  assert.deepEqual(decided(answered(503, 7000), { remainingMs: 7000 }), stop("deadline-too-near"));
});

test("a key of 24 hours is not used again, for whatever reason", () => {
  const old = { keyAgeMs: idempotencyWindowMs, canRefreshToken: true, canCorrectClock: true };
  assert.deepEqual(decided(answered(401), old), stop("key-too-old"));
  assert.equal(decided(answered(401), { ...old, keyAgeMs: idempotencyWindowMs - 1 }).kind, "correct-clock");
});

test("an empty retry budget ends the call, where it would be retried", () => {
  assert.deepEqual(decided(answered(503), { budgetAllows: false }), stop("retry-budget-empty"));
  assert.deepEqual(decided(answered(400), { budgetAllows: false }), stop("final"));
  assert.equal(decided(answered(401), { budgetAllows: false, canRefreshToken: true }).kind, "renew-token");
});

test("a refused token is renewed, beside the retries", () => {
  assert.deepEqual(decided(answered(401), { canRefreshToken: true, retriesLeft: 0 }), {
    kind: "renew-token",
    waitMs: 0,
  });
  assert.deepEqual(decided(answered(403), { canRefreshToken: true }), stop("final"));
});

test("a suspect timestamp is corrected first, where it may be what was refused", () => {
  const suspect = { canCorrectClock: true, canRefreshToken: true, retriesLeft: 0 };
  for (const status of [400, 401, 403]) {
    const decision = decided(answered(status), suspect);
    assert.deepEqual(decision, { kind: "correct-clock", waitMs: 0 }, String(status));
  }
  for (const status of [404, 408, 409, 422, 429, 500, 503]) {
    assert.equal(decided(answered(status), suspect).kind, "stop", String(status));
  }
});

test("whatever comes next, the server's wait comes first", () => {
  const suspect = { canCorrectClock: true, canRefreshToken: true };
  assert.deepEqual(decided(answered(429, 7000), suspect), { kind: "retry", waitMs: 7000 });
  assert.deepEqual(decided(answered(403, 7000), suspect), { kind: "correct-clock", waitMs: 7000 });
  assert.deepEqual(decided(answered(401, 7000), { canRefreshToken: true }), {
    kind: "renew-token",
    waitMs: 7000,
  });
  assert.deepEqual(decided(answered(401, 30_001), suspect), stop("retry-after-too-long"));
  assert.deepEqual(decided(answered(401, 20_000), suspect), stop("deadline-too-near"));
});

test("a 409 for a key in progress is no answer: the other call is waited for, then the server", () => {
  const busy = { keyBusy: true, keyUnresolved: true, retriesLeft: 0 };
  assert.deepEqual(decided(answered(409), busy), { kind: "await-key", waitMs: 0 });
  assert.deepEqual(decided(answered(409, 2000), busy), { kind: "await-key", waitMs: 2000 });
  const unanswered = { keyUnresolved: true, retryable: () => false };
  assert.deepEqual(decided(answered(409), unanswered), { kind: "retry", waitMs: 100 });
  assert.deepEqual(decided(answered(409), { ...unanswered, retriesLeft: 0 }), stop("retries-used"));
  assert.deepEqual(decided(answered(422), { ...busy, retriesLeft: 2 }), stop("final"));
});

test("full jitter: anything between zero and a doubling upper end, up to the cap", () => {
  const ends = [1, 2, 3, 4, 5, 6, 7].map((retry) => backoff(retry, 300, 8000, 0.999999));
  assert.deepEqual(ends, [299, 599, 1199, 2399, 4799, 7999, 7999]);
  assert.equal(backoff(3, 300, 8000, 0), 0);
  assert.equal(backoff(1, 300, 8000, 0.5), 150);
});

test("a huge count does not overflow", () => assert.equal(backoff(5000, 300, 8000, 0.5), 4000));
