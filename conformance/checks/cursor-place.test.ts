import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { exchange } from "../wire/testing.ts";
import { isSkipped, judgePlaces, type Resized } from "./cursor-place.ts";

/** A page after one of three items, the fourth of which is next. */
const resized = (ids: readonly string[], change: Partial<Resized> = {}): Resized => ({
  sizes: [3, null],
  page: { exchange: exchange(), ids, items: [], next: null },
  before: [
    ["a", "b", "c"],
    ["a", "b", "c"],
  ],
  after: [["d", "e", "f"]],
  ...change,
});
const judged = (...seen: readonly Resized[]) => judgePlaces(operations.listCards, seen).kind;

test("a page that leaves out what follows the page before is told when it is so again", () => {
  const other = resized(["k", "l"], { sizes: [2, null] });
  assert.equal(judged(resized(["k", "l"]), other), "violated");
  assert.equal(
    judged(resized(["k", "l"]), resized(["k", "l"])),
    "missing",
    "the list may have changed meanwhile",
  );
  assert.equal(judged(resized(["d", "e"])), "held");
});

test("neither a cursor that is taken for an invalid one nor a list that changes is told", () => {
  for (const ids of [[], ["a", "b"], ["c", "k"], ["d"]]) assert.equal(isSkipped(resized(ids)), false);
  assert.equal(isSkipped(resized(["k"], { before: [["a"], ["b"]] })), false);
  assert.equal(isSkipped(resized(["k"], { after: [["d"], ["e"]] })), false);
  assert.equal(isSkipped(resized(["k"], { after: [[]] })), false, "nothing is known to follow");
});
