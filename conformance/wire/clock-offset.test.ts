import assert from "node:assert/strict";
import { test } from "node:test";
import { boundsOf, narrow, offsetOf } from "./clock-offset.ts";

const date = "Thu, 01 Jan 2026 00:00:10 GMT";
const stamp = Date.UTC(2026, 0, 1, 0, 0, 10);

test("a Date bounds the offset by the moments of sending and receiving, and by its whole second", () => {
  assert.deepEqual(boundsOf(date, stamp - 50, stamp + 150), { low: -150, high: 1050 });
});

test("the true offset lies within the bounds, whenever in its second the server stamped the answer", () => {
  for (const offset of [-3_600_000, -999, -1, 0, 1, 400, 86_400_000]) {
    for (const [there, back] of [
      [0, 0],
      [5, 200],
      [900, 3],
      [2500, 2500],
    ] as const) {
      for (const within of [0, 1, 500, 999]) {
        const server = stamp + within;
        const ours = server - offset;
        const bounds = boundsOf(date, ours - there, ours + back);
        assert.ok(bounds !== null && bounds.low <= offset && offset <= bounds.high);
        const known = offsetOf(bounds);
        assert.ok(known !== null && Math.abs(known.offsetMs - offset) <= known.uncertaintyMs);
      }
    }
  }
});

test("what is no HTTP date says nothing", () => {
  for (const text of [
    null,
    "",
    "soon",
    "2026-01-01T00:00:10Z",
    "Thu, 1 Jan 2026 00:00:10 GMT",
    `${date}, ${date}`,
  ]) {
    assert.equal(boundsOf(text, 0, 0), null, String(text));
  }
  assert.equal(boundsOf("Thu, 99 Jan 2026 00:00:10 GMT", 0, 0), null);
});

test("several responses narrow the bounds; the newer ones win where they contradict each other", () => {
  assert.deepEqual(narrow(null, { low: 1, high: 2 }), { low: 1, high: 2 });
  assert.deepEqual(narrow({ low: -150, high: 1050 }, { low: -900, high: 300 }), { low: -150, high: 300 });
  assert.deepEqual(narrow({ low: 0, high: 10 }, { low: 10, high: 20 }), { low: 10, high: 10 });
  assert.deepEqual(narrow({ low: 0, high: 10 }, { low: 11, high: 20 }), { low: 11, high: 20 });
});

test("the offset is the middle of the bounds, its uncertainty the half of their distance", () => {
  assert.deepEqual(offsetOf({ low: -150, high: 1050 }), { offsetMs: 450, uncertaintyMs: 600 });
  assert.deepEqual(offsetOf({ low: 0, high: 1 }), { offsetMs: 1, uncertaintyMs: 1 });
  assert.equal(offsetOf(null), null);
});
