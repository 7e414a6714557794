import assert from "node:assert/strict";
import { test } from "node:test";
import { madeValues } from "./made.ts";
import { smallDocument } from "./testing.ts";

test("moments are made of years that are over, and dates of any", () => {
  const made = madeValues(smallDocument(), { type: "string", format: "date-time" }, () => true, {
    count: 60,
  });
  assert.equal(made.length, 60);
  assert.deepEqual(
    made.filter((moment) => !(Date.parse(String(moment)) < Date.parse("2026-01-01"))),
    [],
  );
});
