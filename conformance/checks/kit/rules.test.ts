import assert from "node:assert/strict";
import { test } from "node:test";
import { requirements } from "../../../generated/requirements.ts";
import type { Check } from "./check.ts";
import { findRequirement, withKnownRequirements } from "./rules.ts";

const check = (...ids: [string, ...string[]]): Check => ({
  id: "a.b",
  title: "t",
  requirements: ids,
  access: "read",
  stage: "request",
  run: async () => [],
});
const [known] = requirements;
assert.ok(known);

test("a check keeps the requirements that the description has, in their order", () => {
  assert.deepEqual(
    withKnownRequirements(check("no.such", known.id, "nor.this")).map((one) => one.requirements),
    [[known.id]],
  );
  assert.equal(findRequirement(known.id), known);
});

test("a check of which the description has no requirement does not exist", () => {
  assert.deepEqual(withKnownRequirements(check("no.such")), []);
  assert.equal(findRequirement("no.such"), undefined);
});
