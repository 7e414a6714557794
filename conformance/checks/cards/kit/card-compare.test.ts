import assert from "node:assert/strict";
import { test } from "node:test";
import { isChangedByFirst } from "./card-compare.ts";
import type { Control } from "./card-log.ts";

const snapshot = (nickname: string) => ({
  cards: new Map([["CRD1", { id: "CRD1", nickname }]]),
  exchanges: [],
  isSettled: true,
});

/** Writes of the two operations in turn; what is read before and after each of them. */
function controls(names: readonly (readonly [before: string, after: string])[]): Control[] {
  return names.map(
    ([before, after], index) =>
      ({
        operation: index % 2 === 0 ? "updateCardLimits" : "replaceCardLimits",
        exchange: { id: String(index) },
        before: snapshot(before),
        after: snapshot(after),
      }) as unknown as Control,
  );
}

const changedAt = (at: number, count = 20) =>
  Array.from({ length: count }, (_, index) => [index <= at ? "A" : "B", index < at ? "A" : "B"] as const);

/** Whether the write at this place has changed the name, among these. */
function isBy(at: number, names: readonly (readonly [string, string])[]): boolean {
  const all = controls(names);
  const listed = { id: "CRD1", log: { controls: all } } as unknown as Parameters<typeof isChangedByFirst>[0];
  const control = all[at];
  assert.ok(control !== undefined);
  return isChangedByFirst(listed, control, "nickname");
}

test("a change that stays was made by the first write of its operation, if it was seen beside that one alone", () => {
  assert.equal(isBy(0, changedAt(0)), true);
  assert.equal(isBy(1, changedAt(1)), true);
});

test("a change beside any other write, between two writes, among a few, or one of several may be somebody else's", () => {
  assert.equal(isBy(2, changedAt(2)), false, "not the first of its operation");
  assert.equal(isBy(0, changedAt(0, 19)), false, "too few");
  assert.equal(isBy(0, [["A", "A"], ...changedAt(-1, 19)]), false, "between two");
  assert.equal(isBy(0, [...changedAt(0, 19), ["B", "C"]]), false, "one of two");
  assert.equal(isBy(1, changedAt(0)), false, "beside another one");
});
