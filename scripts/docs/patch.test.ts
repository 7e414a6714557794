import assert from "node:assert/strict";
import { test } from "node:test";
import { outputPattern } from "./output.ts";
import { placeHunks } from "./patch.ts";

const file = "one\ntwo\nthree\nfour\nfive\n";

test("a hunk gets the numbers of the place where its old lines stand", () => {
  const patch = "--- a/f\n+++ b/f\n@@\n two\n+two and a half\n three\n@@\n-five\n+5\n";
  assert.equal(
    placeHunks(patch, () => file),
    "--- a/f\n+++ b/f\n@@ -2,2 +2,3 @@\n two\n+two and a half\n three\n@@ -5,1 +6,1 @@\n-five\n+5\n",
  );
});

test("lines that stand nowhere, or twice, are no place", () => {
  const patch = "--- a/f\n+++ b/f\n@@\n two\n+x\n";
  assert.throws(() => placeHunks(patch, () => "one\n"), /f holds these lines 0 times, not once:\ntwo/);
  assert.throws(() => placeHunks(patch, () => "two\ntwo\n"), /2 times/);
});

test("shown output stands for itself, and … for anything within a line", () => {
  const pattern = outputPattern("It took … ms (exit 0).\n");
  assert.match("Before\nIt took 12 ms (exit 0).\nAfter", pattern);
  assert.doesNotMatch("It took 12 ms (exit 0)!", pattern);
  assert.doesNotMatch("It took 12\n ms (exit 0).", pattern);
});
