/** Each change that CONTRIBUTING.md walks through is carried out, but for those after which all is compiled. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compilesAll, walkThroughs } from "./drills/walk-through.ts";
import { testWalkThroughs } from "./drills/walk-through-testing.ts";

test("there are six changes", () => {
  assert.equal(walkThroughs.length, 6);
});

testWalkThroughs(walkThroughs.filter((one) => !compilesAll(one)));
