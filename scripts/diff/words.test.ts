import assert from "node:assert/strict";
import { test } from "node:test";
import { changeOf } from "./words.ts";

for (const [what, args, words] of [
  ["two values", ["default", 10, 20], "default 10 → 20"],
  ["a text", ["tokenUrl", "/a", "/b"], 'tokenUrl "/a" → "/b"'],
  ["a value that is new", ["maximum", undefined, 5], "maximum none → 5"],
  ["a value that is null", ["const", null, 5], "const null → 5"],
  ["a sentence", ["description", "A.", "B."], "description is worded differently"],
  ["required names", ["required", ["a", "b"], ["b", "c"]], 'no longer requires "a", now requires "c"'],
  ["a list", ["enum", [1, 2], [1, 2, 3]], "enum now has 3"],
  ["the order of a list", ["type", ["a", "b"], ["b", "a"]], "type has another order"],
  ["an object", ["parameters", { a: 1, b: 2 }, { a: 1, b: 3 }], "parameters › b 2 → 3"],
  [
    "the one alternative of a security",
    ["security", [{ a: ["x", "y"] }], [{ a: ["x"], b: [] }]],
    'security › a no longer has "y", security › b none → []',
  ],
  [
    "a security of several alternatives",
    ["security", [{ a: [] }], [{ a: [] }, { b: [] }]],
    'security now has {"b":[]}',
  ],
  ["a long value", ["pattern", "x".repeat(99), 1], `pattern "${"x".repeat(59)}… → 1`],
] as const) {
  test(`says how ${what} changed`, () => {
    const [key, before, after] = args;
    assert.equal(changeOf(key, before, after), words);
  });
}
