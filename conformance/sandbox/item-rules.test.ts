import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { showLastChange } from "./item-rules.ts";

const { changes } = operations.updateCardLimits;

test("what was changed says so, where its list shows when that was", () => {
  const noon = Date.UTC(2026, 2, 1, 12);
  const changed = (item: Record<string, unknown>, lastChanged?: string) => {
    showLastChange(item, changes, noon, {
      id: "listThings",
      ...(lastChanged !== undefined && { lastChanged }),
    });
    return item;
  };
  const old = { at: "2026-01-01T00:00:00Z" };
  assert.deepEqual(changed({ ...old }, "/at"), { at: "2026-03-01T12:00:00.000Z" });
  assert.deepEqual(changed({ ...old }, "/on"), old);
  assert.deepEqual(changed({ ...old }), old);
});
