import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeGiven, onceIn } from "./given-values.ts";
import { operation } from "./testing.ts";

const { row } = operation({ method: "POST" });
type Pair = readonly [asked: unknown, shown: unknown];
const given = (...all: readonly Pair[]) =>
  all.map(([note, kept], index) => ({ asked: { note }, shown: { note: kept }, exchange: `x${index}` }));
const judged = (...all: readonly Pair[]) => {
  const [fact] = judgeGiven(row, given(...all));
  return fact?.kind === "violated" ? fact.received : null;
};

test("a text of which the end is missing each time, where another one is whole, is told", () => {
  const cut: Pair = ["abcdef", "abcd"];
  assert.equal(judged(["ab", "ab"], cut, cut), "4 of them: abcd");
  assert.equal(judged(["ab", "ab"], cut), null, "once may be chance");
  assert.deepEqual(onceIn(row, given(["ab", "ab"], cut)), [{ note: "abcdef" }]);
});

test("what a service makes of any text, or of spaces, is none", () => {
  const cut: Pair = ["abcdef", "abcd"];
  assert.equal(judged(cut, cut), null, "no text is whole");
  assert.equal(judged(["ab", "ab"], ["abc  ", "abc"], ["abc  ", "abc"]), null);
  assert.equal(judged(["ab", "ab"], ["abcd", "ABC"], ["abcd", "ABC"]), null);
  assert.equal(judged(["ab", "ab"], cut, ["abcdef", "abcdef"]), null, "it was kept once");
});
