import assert from "node:assert/strict";
import { test } from "node:test";
import { mostVaried, variedIds } from "./varied-items.ts";

const things = Array.from({ length: 40 }, (_, index) => ({
  id: `T${index}`,
  name: `Thing ${index}`,
  state: "open",
}));
/** The ids of these things, where some of them are otherwise. */
const ids = (others: Readonly<Record<number, object>> = {}) =>
  variedIds(
    things.map((thing, index) => ({ ...thing, ...others[index] })),
    "/id",
  );

test("the first one, the one in the middle and the last one stand for items that are alike", () => {
  assert.deepEqual(ids(), ["T0", "T20", "T39"]);
  assert.deepEqual(variedIds(things.slice(0, 1), "/id"), ["T0"]);
  assert.deepEqual(variedIds([{}], "/id"), []);
  assert.deepEqual(variedIds([], "/id"), []);
});

test("so does the first one of each state, and what shows a part that others do not, or shows nothing there", () => {
  const usual = ["T0", "T20", "T39"];
  assert.deepEqual(ids({ 7: { state: "closed" }, 9: { state: "closed" } }), [...usual, "T7"]);
  assert.deepEqual(ids({ 5: { name: null }, 6: { closedAt: "2026-01-01" } }), [...usual, "T5", "T6"]);
  assert.deepEqual(ids({ 8: { at: { notes: [] } }, 9: { at: { notes: [{ kind: "risk" }] } } }), [
    ...usual,
    "T8",
    "T9",
  ]);
});

test("of very many kinds, some stand for all", () => {
  const others = Object.fromEntries(things.map((_, index) => [index, { [`part${index}`]: 1 }]));
  assert.equal(ids(others).length, mostVaried);
});
