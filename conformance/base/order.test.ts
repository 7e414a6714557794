import assert from "node:assert/strict";
import { test } from "node:test";
import { localTimeOf, orderOf } from "./order.ts";

test("numbers, days and times have an order", () => {
  assert.equal(orderOf(7), 7);
  assert.equal(orderOf("1970-01-02"), 86_400_000);
  assert.equal(orderOf("1970-01-01T01:00:01+01:00"), 1000);
});

test("what is none of these has none, and a time without a zone either", () => {
  for (const value of ["7", "a", "1970-13-01", "1970-01-01T00:00:00", null, true, undefined, {}])
    assert.equal(orderOf(value), null);
});

test("a moment is on the day that the clock of the zone shows, in summer and in winter", () => {
  const inParis = (value: unknown) => localTimeOf(value, "Europe/Paris");
  assert.deepEqual(inParis("2026-03-10T23:30:05Z"), { day: "2026-03-11", clock: "00:30:05" });
  assert.deepEqual(inParis("2026-07-10T22:30:05.9Z"), { day: "2026-07-11", clock: "00:30:05" });
  assert.deepEqual(localTimeOf("2026-03-10T23:30:05+02:00", "UTC"), { day: "2026-03-10", clock: "21:30:05" });
  for (const value of ["2026-03-10", "soon T", null, 7]) assert.equal(inParis(value), null);
});
