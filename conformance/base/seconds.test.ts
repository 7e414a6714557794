import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords } from "./seconds.ts";

test("seconds are said in the largest unit that fits", () => {
  const said = [7260, 86_400, 3600, 90, 1, 60].map(inWords);
  assert.deepEqual(said, ["121 minutes", "24 hours", "1 hour", "90 seconds", "1 second", "1 minute"]);
});
