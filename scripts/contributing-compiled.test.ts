/** The changes that CONTRIBUTING.md walks through after which all is compiled, which takes as long as all others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compilesAll, walkThroughs } from "./drills/walk-through.ts";
import { testWalkThroughs } from "./drills/walk-through-testing.ts";

const compiled = walkThroughs.filter(compilesAll);

test("there is one", () => {
  assert.deepEqual(
    compiled.map(({ title }) => title),
    ["A field that gets another name"],
  );
});

testWalkThroughs(compiled);
