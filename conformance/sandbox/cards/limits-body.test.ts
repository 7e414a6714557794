import assert from "node:assert/strict";
import { test } from "node:test";
import { limitNamesOf } from "./limits-body.ts";

test("a card shows the limits that it has, and may have none", () => {
  assert.deepEqual(limitNamesOf({ id: "CRD1", limits: { daily: 1, atm: null } }), ["daily", "atm"]);
  assert.deepEqual(limitNamesOf({ id: "CRD1" }), []);
});
