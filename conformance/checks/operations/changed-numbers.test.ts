import assert from "node:assert/strict";
import { test } from "node:test";
import { changedNumbers } from "./changed-numbers.ts";
import { judgeGiven } from "./given-values.ts";
import { operation } from "./testing.ts";

const given = (...all: readonly (readonly [asked: unknown, shown: unknown])[]) =>
  all.map(([asked, shown], index) => ({
    ...{ asked: { amount: asked }, shown: { amount: shown }, exchange: `x${index}` },
  }));
const { row } = operation({ method: "PUT" });

test("a fraction that is another one each time is told where other ones are kept", () => {
  const all = given([120.5, 120.5], [1.15, 1.14], [2, 2], [1.15, 1.14]);
  const [fact] = judgeGiven(row, all);
  assert.ok(fact?.kind === "violated");
  assert.deepEqual(
    [fact.pointer, fact.expected, fact.received, fact.exchanges],
    [...["/amount", ["1.15"], "1.14", ["x1", "x3"]]],
  );
});

test("it is not told of what is kept once, of another value, or where no fraction is kept", () => {
  assert.deepEqual(changedNumbers(given([120.5, 120.5], [1.15, 1.14], [1.15, 1.15])), []);
  assert.deepEqual(changedNumbers(given([120.5, 120.5], [1.15, 900], [1.15, 900])), [], "a value of its own");
  assert.deepEqual(changedNumbers(given([120.5, 120], [1.15, 1], [2, 2])), [], "whole numbers alone");
  assert.deepEqual(changedNumbers(given([120.5, 120.5], ["a", "b"], [1.15, null])), []);
  assert.deepEqual(
    changedNumbers(given([120.5, 120.5], [1.15, Math.fround(1.15)])),
    [],
    "as format: float has it",
  );
});
