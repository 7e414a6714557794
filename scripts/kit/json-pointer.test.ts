import assert from "node:assert/strict";
import { test } from "node:test";
import { namesOf, pointerTo, valueAt } from "./json-pointer.ts";

test("reads and writes names with / and ~ in them", () => {
  assert.equal(pointerTo(["paths", "/x/card", "a~b"]), "/paths/~1x~1card/a~0b");
  assert.deepEqual(namesOf("#/paths/~1x~1card/a~0b"), ["paths", "/x/card", "a~b"]);
  assert.deepEqual(namesOf("/requirements/0"), ["requirements", "0"]);
});

test("the pointer to the whole has no name", () => {
  for (const pointer of ["", "#"]) assert.deepEqual(namesOf(pointer), []);
});

test("finds a value in objects and lists, and nothing beside them", () => {
  const document = { a: [{ b: null }] };
  assert.equal(valueAt(document, ["a", "0", "b"]), null);
  for (const names of [["a", "1"], ["a", "0", "b", "c"], ["constructor"]])
    assert.equal(valueAt(document, names), undefined);
});
