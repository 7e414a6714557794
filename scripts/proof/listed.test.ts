import assert from "node:assert/strict";
import { test } from "node:test";
import { testsOfLists } from "./listed.ts";

test("the proof runs the tests that judge a part of a list, with all of it, and those that are left to it", () => {
  assert.deepEqual(
    testsOfLists().map((path) => path.split("/").at(-1)),
    [
      "drawn.test.ts",
      "forms.test.ts",
      "case.test.ts",
      "kill.test.ts",
      "answered-202.test.ts",
      "histories-lawful.test.ts",
      "histories.test.ts",
      "late-histories.test.ts",
      "left.test.ts",
      "rarely-met.test.ts",
      "distant.test.ts",
      "hostile.test.ts",
      "long-list.test.ts",
      "memory.test.ts",
      "plain-doubt.test.ts",
      "plain-server.test.ts",
      "plain-signing.test.ts",
      "lawful-drawn.test.ts",
      "lawful.test.ts",
      "sample.test.ts",
      "second-api.test.ts",
      "unseen.test.ts",
      "connections.test.ts",
      "bench.test.ts",
      "contributing-compiled.test.ts",
      "contributing.test.ts",
      "navigation.browser.test.ts",
      "other-description.test.ts",
      "another-api-types.test.ts",
      "another-api.test.ts",
      "demands.test.ts",
      "drills.test.ts",
      "limits.test.ts",
      "notes.test.ts",
      "one-write.test.ts",
      "opposites.test.ts",
      "wrapped.test.ts",
      "matrix.test.ts",
    ],
  );
});
