import assert from "node:assert/strict";
import { test } from "node:test";
import { refreshWindows } from "./source.ts";

/** Seconds before the end from which the token is renewed: in the background, and blocking. */
function windows(lifetimeSeconds: number): [number, number] {
  const end = lifetimeSeconds * 1000;
  const { backgroundFrom, blockingFrom } = refreshWindows({ value: "t", expiresAt: end, lifetimeMs: end });
  return [(end - backgroundFrom) / 1000, (end - blockingFrom) / 1000];
}

test("an hour: in the last minute in the background, in the last ten seconds blocking", () => {
  assert.deepEqual(windows(3600), [60, 10]);
});

test("shorter lives have shorter windows, so that a token of 20 seconds is used for 18", () => {
  assert.deepEqual(windows(300), [30, 10]);
  assert.deepEqual(windows(20), [2, 1]);
  assert.deepEqual(windows(1), [0.1, 0.05]);
});
