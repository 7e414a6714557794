import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeGiven, onceIn } from "./given-values.ts";
import { operation } from "./testing.ts";

const { row } = operation({ method: "PUT" });
type Pair = readonly [asked: unknown, shown: unknown];
const given = (...all: readonly Pair[]) =>
  all.map(([asked, shown], index) => ({
    asked: { tags: asked },
    shown: { tags: shown },
    exchange: `x${index}`,
  }));
const judged = (...all: readonly Pair[]) => {
  const [fact] = judgeGiven(row, given(...all));
  return fact?.kind === "violated" ? fact.received : null;
};
const three: Pair = [
  ["a", "b", "c"],
  ["A", "B"],
];

test("a list that lacks something each time, where another one is whole, is told, whatever is made of its items", () => {
  const one: Pair = [["a"], ["A"]];
  assert.equal(judged(one, three, three), "2 of them");
  assert.equal(judged(one, three), null, "once may be chance");
  assert.deepEqual(onceIn(row, given(one, three)), [{ tags: ["a", "b", "c"] }]);
  assert.deepEqual(onceIn(row, given(one, three, three)), []);
});

test("where no list is whole, or a longer one is shown, or equal items are kept once, nothing is told", () => {
  assert.equal(judged(three, three), null, "it may be what the service makes of any list");
  const [asked] = three;
  assert.equal(judged([["a"], ["a"]], three, [asked, ["a", "b", "c"]]), null);
  assert.equal(judged([["a"], ["a"]], [["a", "a"], ["a"]], [["a", "a"], ["a"]]), null);
  const fees = [
    [
      { c: "EUR", a: 1 },
      { c: "EUR", a: 2 },
    ],
    [{ c: "EUR", a: 2 }],
  ] as const;
  assert.equal(judged([["a"], ["a"]], fees, fees), null, "one for each currency");
  const kept = [
    [
      { c: "CHF", a: 1 },
      { c: "CHF", a: 2 },
    ],
    [{}, {}],
  ] as const;
  assert.equal(judged(kept, fees, fees), "1 of them", "it is known to keep both");
  assert.equal(judged([["a"], ["a"]], [["a", "b"], "2"], [["a", "b"], "2"]), null, "no list");
});
