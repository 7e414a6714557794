import assert from "node:assert/strict";
import { test } from "node:test";
import { backoff } from "./backoff.ts";

test("full jitter: anything between zero and a doubling upper end, up to the cap", () => {
  const ends = [1, 2, 3, 4, 5, 6, 7].map((retry) => backoff(retry, 300, 8000, 0.999999));
  assert.deepEqual(ends, [299, 599, 1199, 2399, 4799, 7999, 7999]);
  assert.equal(backoff(3, 300, 8000, 0), 0);
  assert.equal(backoff(1, 300, 8000, 0.5), 150);
});

test("a huge count does not overflow", () => assert.equal(backoff(5000, 300, 8000, 0.5), 4000));
