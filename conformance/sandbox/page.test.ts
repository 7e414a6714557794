import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { choose } from "./choices.ts";
import { lastPage, servePage } from "./page.ts";
import { contextOf } from "./testing.ts";

test("the last page has its cursor as null where a page must have one, and otherwise none unless null is chosen", () => {
  const page = { cards: [], next: "a" };
  const required = (value: unknown) => Object.hasOwn(value as object, "next");
  const open = () => true;
  assert.deepEqual(lastPage(page, "/next", required, false), { cards: [], next: null });
  assert.deepEqual(lastPage(page, "/next", open, false), { cards: [] });
  assert.deepEqual(lastPage(page, "/next", open, true), { cards: [], next: null });
  // A cursor that is required and cannot be null has no end that fits.
  assert.deepEqual(
    lastPage(page, "/next", () => false, false),
    { cards: [] },
  );
});

test("an answer to a question about one list says nothing of another one", async () => {
  const context = await contextOf({ limit: "0" }, choose(["gap.limit.invalid", "default"]));
  assert.equal(servePage(context, operations.listCards).status, 200);
  const other = { ...operations.listCards, id: "listOthers" as typeof operations.listCards.id };
  assert.equal(servePage(context, other).status, 400);
});
