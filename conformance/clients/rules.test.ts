import assert from "node:assert/strict";
import { test } from "node:test";
import { clientRequirements } from "../../generated/requirements.ts";
import { clientRules } from "./rules.ts";

test("every row for clients has one rule, which says how it is exercised", () => {
  assert.deepEqual(
    clientRules.map(({ id }) => id),
    clientRequirements.map(({ id }) => id),
  );
  for (const { id, how } of clientRules) assert.match(how, /^[A-Z].*\.$/, id);
});
