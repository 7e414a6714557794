import assert from "node:assert/strict";
import { test } from "node:test";
import { moreProblem } from "./more-pages.ts";

const places = { cursor: "/meta/next", more: "/meta/hasMore" };
const problem = (next: unknown, hasMore: unknown) => moreProblem(places, { meta: { next, hasMore } });

test("a page says the same of more pages as its cursor", () => {
  for (const page of [problem("a", true), problem(null, false), problem(undefined, false)])
    assert.equal(page, null);
  assert.equal(problem("a", false)?.description, "is false on a page with a cursor");
  assert.equal(problem(null, true)?.description, "is true on a page without a cursor");
  assert.equal(problem(undefined, true)?.pointer, "/meta/hasMore");
});

test("what is not said contradicts nothing", () => {
  assert.equal(problem("a", undefined), null);
  assert.equal(problem("a", "false"), null, "a value of another type is for its schema");
  assert.equal(moreProblem({ cursor: "/meta/next" }, { meta: { next: "a", hasMore: false } }), null);
});
