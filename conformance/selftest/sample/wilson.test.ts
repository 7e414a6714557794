import assert from "node:assert/strict";
import { test } from "node:test";
import { share, wilson } from "./wilson.ts";

/** Intervals from tables, to four places. */
for (const [found, drawn, low, high] of [
  [0, 0, 0, 1],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [5, 10, 0.2366, 0.7634],
  [964, 1000, 0.9506, 0.9739],
  [997, 1000, 0.9912, 0.999],
  [300, 300, 0.9874, 1],
] as const) {
  test(`${found} of ${drawn} is ${low} to ${high}`, () => {
    const interval = wilson(found, drawn);
    assert.equal(Math.round(interval.low * 10_000) / 10_000, low);
    assert.equal(Math.round(interval.high * 10_000) / 10_000, high);
  });
}

test("more found than drawn is no share", () => {
  assert.throws(() => wilson(3, 2), RangeError);
});

test("a share is told with its interval", () => {
  assert.equal(share(12, 40), "12 of 40, 30.0 % (18.1 to 45.4 %)");
  assert.equal(share(0, 0), "0 of 0 (0.0 to 100.0 %)");
});
