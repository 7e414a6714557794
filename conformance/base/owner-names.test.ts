import assert from "node:assert/strict";
import { test } from "node:test";
import { ownerNames } from "./owner-names.ts";

test("what belongs to an item names it by the parameter, or by what the path calls it", () => {
  assert.deepEqual(ownerNames("/v1/card/{id}/note", "id"), ["cardId", "card_id"]);
  assert.deepEqual(ownerNames("/v1/cards/{ref}", "ref").slice(0, 1), ["ref"]);
  assert.ok(ownerNames("/v1/cards/{id}/note/{noteId}", "id").includes("cardId"));
  assert.ok(ownerNames("/v1/card/{id}/note/{noteId}", "noteId").includes("noteId"));
  assert.deepEqual(ownerNames("/v1/{id}/note", "id").includes("id"), false, "its own id");
});
