import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { inOtherZone, judgeRange, justPast, middleOf } from "./ranges.ts";
import { operation } from "./testing.ts";

const one = operation({ paginated: operations.listCards.paginated });
const [a, b, c] = [1, 2, 3].map((day) => ({ id: `CRD${day}`, day: `2026-01-0${day}` }));
const judged = (side: "lower" | "upper", shown: readonly unknown[], more: object = {}) => {
  const seen = { before: [a, b, c], shown, after: [a, b, c], pages: ["1"], ...more };
  const fact = judgeRange(one, { name: "from", pointer: "/day", side, value: "2026-01-02" }, seen);
  return fact.kind === "violated" ? fact.received : fact.kind;
};

test("a bound leaves what lies on its side: that alone, and all of it; its own value is left or not", () => {
  assert.equal(judged("lower", [b, c]), "held");
  assert.equal(judged("lower", [c]), "held");
  assert.equal(judged("lower", [a, b, c]), "an item with 2026-01-01");
  assert.equal(judged("lower", [b]), "no CRD3");
  assert.equal(judged("upper", [a, b]), "held");
  assert.equal(judged("upper", [a, b, c]), "an item with 2026-01-03");
  assert.equal(judged("upper", []), "no CRD1");
});

test("what has gone meanwhile, or stands on a page that was not read, is missed by nobody", () => {
  assert.equal(judged("lower", [b], { after: [a, b] }), "held");
  assert.equal(judged("lower", [b], { pages: Array.from({ length: 10 }, String) }), "held");
});

test("a time may be compared by its second", () => {
  const at = (time: string) => ({ id: "CRD1", day: time });
  const bound = { name: "from", pointer: "/day", side: "lower", value: "2026-01-02T10:00:00.500Z" } as const;
  const judgedWith = (time: string) =>
    judgeRange(one, bound, { before: [], shown: [at(time)], after: [], pages: ["1"] }).kind;
  assert.equal(judgedWith("2026-01-02T10:00:00Z"), "held");
  assert.equal(judgedWith("2026-01-02T09:59:58Z"), "violated");
});

test("a bound is asked for that has something on both of its sides", () => {
  assert.equal(middleOf([5, 1, 3, 1]), 3);
  assert.equal(middleOf([5, 1, "a"]), null);
});

test("a moment is written as clocks elsewhere show it, and a date is not", () => {
  assert.equal(inOtherZone("2026-01-31T20:00:00Z"), "2026-02-01T05:00:00+09:00");
  assert.equal(inOtherZone("2026-01-31T20:00:00.5+02:00"), "2026-02-01T03:00:00.500+09:00");
  for (const other of ["2026-01-31", "20:00:00Z", "Tuesday at Z", 7, null])
    assert.equal(inOtherZone(other), null);
});

test("bounds are asked for that numbers are just beyond", () => {
  assert.deepEqual(justPast([10.5, 10.5, -3, "a", null], "lower", 0.01), [10.51, -2.99]);
  assert.deepEqual(justPast([10, 3], "upper", 1), [9, 2]);
});
