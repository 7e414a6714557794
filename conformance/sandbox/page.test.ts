import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { choose } from "./choices.ts";
import { servePage } from "./page.ts";
import { contextOf } from "./testing.ts";

test("an answer to a question about one list says nothing of another one", async () => {
  const context = await contextOf({ limit: "0" }, choose(["gap.limit.invalid", "default"]));
  assert.equal(servePage(context, operations.listCards).status, 200);
  const other = { ...operations.listCards, id: "listOthers" as typeof operations.listCards.id };
  assert.equal(servePage(context, other).status, 400);
});
