import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../generated/operations.ts";
import { applyChange, type ChangeMode, leftOut } from "./change.ts";

/** How a body changes the part at /a of the item {"a":{"b":1,"c":{"d":2}},"e":3}; the examples of merging are RFC 7396's. */
for (const [mode, target, changes, expected] of [
  ["replace", "/a", { f: 4 }, { a: { f: 4 }, e: 3 }],
  ["replace", "/e", null, { a: { b: 1, c: { d: 2 } }, e: null }],
  ["assign", "/a", { c: null }, { a: { b: 1, c: null }, e: 3 }],
  ["assign", "/new", { b: 5 }, { a: { b: 1, c: { d: 2 } }, e: 3, new: { b: 5 } }],
  ["merge", "/a", { b: null, c: { f: 4 } }, { a: { c: { d: 2, f: 4 } }, e: 3 }],
  ["merge", "/a", { c: { d: null, g: { h: null } } }, { a: { b: 1, c: { g: {} } }, e: 3 }],
  ["merge", "/a", [1], { a: [1], e: 3 }],
  ["merge", "", { a: null }, { e: 3 }],
] as const satisfies readonly (readonly [ChangeMode, string, unknown, unknown])[]) {
  test(`${mode} ${JSON.stringify(changes)} at "${target}"`, () => {
    const item: Record<string, unknown> = { a: { b: 1, c: { d: 2 } }, e: 3 };
    applyChange({ item, target, mode, changes });
    assert.deepEqual(item, expected);
  });
}

test("what a PUT may have and leaves out goes, but for the id and what the service alone sets", () => {
  const { replaceCardLimits, updateCardLimits } = operations;
  const put: Operation = { ...replaceCardLimits, changes: null, bodyFields: ["id", "name", "note", "since"] };
  const left = leftOut({ ...put, readOnlyFields: ["since"] }, { name: "a" }, "/id");
  assert.deepEqual(left, ["note"]);
  assert.deepEqual(leftOut(updateCardLimits, {}), []);
  assert.deepEqual(leftOut(put, "text"), []);
  const item = { id: 1, name: "b", note: "c" };
  applyChange({ item, target: "", mode: "assign", changes: { name: "a" }, without: left });
  assert.deepEqual(item, { id: 1, name: "a" });
});
