import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutValueAt, withValueAt } from "./pointer.ts";

for (const [value, pointer, expected] of [
  [{ a: 1 }, "", "x"],
  [{ a: 1 }, "/a", { a: "x" }],
  [{ a: 1 }, "/b", { a: 1, b: "x" }],
  [{ a: { b: 1, c: 2 } }, "/a/b", { a: { b: "x", c: 2 } }],
  [{}, "/a/b", { a: { b: "x" } }],
  [null, "/a", { a: "x" }],
] as const) {
  test(`${JSON.stringify(value)} with a value at "${pointer}"`, () => {
    const before = JSON.stringify(value);
    assert.deepEqual(withValueAt(value, pointer, "x"), expected);
    assert.equal(JSON.stringify(value), before, "the value itself stays");
  });
}

for (const [value, pointer, expected] of [
  [{ a: 1, b: 2 }, "/a", { b: 2 }],
  [{ a: { b: 1, c: 2 }, d: 3 }, "/a/b", { a: { c: 2 }, d: 3 }],
  [{ a: 1 }, "/b", { a: 1 }],
  [{ a: 1 }, "/a/b", { a: 1 }],
  [null, "/a", null],
] as const) {
  test(`${JSON.stringify(value)} without what is at "${pointer}"`, () => {
    const before = JSON.stringify(value);
    assert.deepEqual(withoutValueAt(value, pointer), expected);
    assert.equal(JSON.stringify(value), before, "the value itself stays");
  });
}
