import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf } from "./yaml-place.ts";

const text = `# A comment
requirements:
  - id: card.color
    basis: statd
  - { id: card.id, "a/b": [x, y] }
"200": a number as a name
`;

for (const [pointer, line, column, what] of [
  ["", 2, 1, "the whole"],
  ["/requirements", 2, 1, "a key"],
  ["/requirements/0", 3, 5, "an item of a list"],
  ["/requirements/0/basis", 4, 5, "a key inside an item"],
  ["#/requirements/1/a~1b/1", 5, 31, "an item of a list in one line, under an escaped name"],
  ["/200", 6, 1, "a name in quotes"],
  ["/requirements/0/because", 3, 5, "a missing key: the item that lacks it"],
  ["/requirements/7/id", 2, 1, "a missing item: the list"],
  ["/requirements/0/basis/x", 4, 5, "something inside a plain value: the value"],
] as const) {
  test(`finds ${what}`, () => assert.deepEqual(placeOf(text, pointer), { line, column }));
}

test("finds what stands before a mistake", () => {
  assert.deepEqual(placeOf('a: 1\nb:\n  c: "open\n', "/b/c"), { line: 3, column: 3 });
});

test("an empty text has one place", () => {
  assert.deepEqual(placeOf("", "/a"), { line: 1, column: 1 });
});

test("a value behind an alias has the place of the alias", () => {
  assert.deepEqual(placeOf("a: &a { b: 1 }\nc: *a\n", "/c/b"), { line: 2, column: 1 });
});
