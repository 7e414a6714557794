import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { judgeRange } from "./ranges.ts";
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
