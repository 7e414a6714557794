import assert from "node:assert/strict";
import { test } from "node:test";
import { BodyTurns } from "./body-turns.ts";

test("bodies come in turn, and one that was refused for good does not come again", () => {
  const turns = new BodyTurns(["a", "b", "c"]);
  assert.deepEqual([turns.next(), turns.next(), turns.next(), turns.next()], ["a", "b", "c", "a"]);
  turns.refused("b", true);
  assert.equal(turns.size, 2);
  assert.deepEqual([turns.next(), turns.next(), turns.next()], ["a", "c", "a"]);
  turns.refused("a", true);
  turns.refused("c", true);
  assert.equal(turns.next(), "c", "one is left");
});

test("what is in conflict for now stands in no request with a defect, and has its turn again", () => {
  const turns = new BodyTurns(["a", "b"]);
  assert.equal(turns.next(), "a");
  assert.equal(turns.other(), "b", "another one than was sent last");
  turns.refused("b", false);
  assert.equal(turns.other(), "a");
  assert.equal(turns.next(), "b");
  turns.taken("b");
  assert.equal(turns.other(), "a");
  assert.equal(turns.next(), "a");
  assert.equal(turns.other(), "b");
});
