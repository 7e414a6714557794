import assert from "node:assert/strict";
import { test } from "node:test";
import { closestOf, edgeOf, inOtherZone, justPast, nightBounds, plainBounds, sideOfDay } from "./bounds.ts";

test("a bound is asked for that has something on both of its sides", () => {
  assert.deepEqual(plainBounds([5, 1, 3, 1]), [3]);
  assert.deepEqual(plainBounds([5, 1, "a"]), [1, 5], "on one of its sides");
  assert.deepEqual(plainBounds([5, 5, "a"]), []);
});

test("the edge of what there is leaves all the rest", () => {
  assert.deepEqual(edgeOf([5, 1, 3, "a"], "lower"), [1]);
  assert.deepEqual(edgeOf(["2026-02-01", "2026-01-31"], "upper"), ["2026-02-01"]);
  assert.deepEqual(edgeOf([], "upper"), []);
});

test("a moment is written as clocks elsewhere show it, and a date is not", () => {
  assert.equal(inOtherZone("2026-01-31T20:00:00Z"), "2026-02-01T10:00:00+14:00");
  assert.equal(inOtherZone("2026-01-31T20:00:00.5+02:00"), "2026-02-01T08:00:00.500+14:00");
  for (const other of ["2026-01-31", "20:00:00Z", "Tuesday at Z", 7, null])
    assert.equal(inOtherZone(other), null);
});

test("bounds are asked for that numbers are just beyond", () => {
  assert.deepEqual(justPast([10.5, 10.5, -3, "a", null], "lower", 0.01), [10.51, -2.99]);
  assert.deepEqual(justPast([10, 3], "upper", 1), [9, 2]);
});

test("what is some hours off shows where the next value comes soonest", () => {
  const times = [
    "2026-01-01T10:00:00Z",
    "2026-01-02T10:00:00Z",
    "2026-01-02T12:00:00Z",
    "2026-01-02T12:00:01Z",
  ];
  assert.equal(closestOf(times), "2026-01-02T10:00:00Z");
  assert.equal(closestOf(["2026-01-01T10:00:00Z"]), undefined);
});

test("days part the moments next to midnight from those of the day beside them", () => {
  const moments = ["2026-01-02T12:00:00Z", "2026-01-05T23:10:00Z", "2026-01-09T00:20:00Z", "no moment"];
  assert.deepEqual(nightBounds(moments, "lower", "UTC"), ["2026-01-09", "2026-01-06"]);
  assert.deepEqual(nightBounds(moments, "upper", "UTC"), ["2026-01-08", "2026-01-05"]);
  assert.deepEqual(nightBounds(moments, "lower", "Asia/Tokyo"), ["2026-01-06", "2026-01-03"]);
  assert.deepEqual(nightBounds([], "lower", "UTC"), []);
});

test("a moment is before, after or on a day where it is so by whatever clock", () => {
  const sideOf = (moment: string, side: "lower" | "upper", isInclusive = true) =>
    sideOfDay(moment, { value: "2026-03-10", side, ...(isInclusive && { isInclusive }) });
  assert.deepEqual(sideOf("2026-03-10T09:00:00Z", "upper"), { isWithin: true, isBeyond: false });
  assert.equal(sideOf("2026-03-10T09:00:00Z", "upper", false)?.isWithin, false, "the day need not count");
  assert.equal(sideOf("2026-03-09T09:00:00Z", "upper", false)?.isWithin, true);
  assert.equal(sideOf("2026-03-10T11:00:00Z", "upper")?.isWithin, false, "it is the 11th on Kiritimati");
  assert.equal(sideOf("2026-03-11T11:00:00Z", "upper")?.isBeyond, false, "it is the 10th on Baker Island");
  assert.equal(sideOf("2026-03-11T12:00:00Z", "upper")?.isBeyond, true);
  assert.equal(sideOf("2026-03-10T13:00:00Z", "lower")?.isWithin, true);
  assert.equal(sideOf("2026-03-10T11:00:00Z", "lower")?.isWithin, false, "it is the 9th on Baker Island");
  assert.equal(sideOf("2026-03-09T09:00:00Z", "lower")?.isBeyond, true);
  assert.equal(sideOf("2026-03-09T11:00:00Z", "lower")?.isBeyond, false, "it is the 10th on Kiritimati");
  assert.equal(sideOfDay("soon", { value: "2026-03-10", side: "lower" }), null);
});
