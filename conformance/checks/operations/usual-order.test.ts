import assert from "node:assert/strict";
import { test } from "node:test";
import { operation, runOver } from "./testing.ts";
import { usualOrderCheck } from "./usual-order.ts";

const listing = { items: "/things", id: { pointer: "/id", schema: null } } as const;
const usualOrder = { pointer: "/size", direction: "descending" } as const;
const things = (...sizes: readonly number[]) => sizes.map((size, index) => ({ id: `T${index}`, size }));

async function told(answer: () => readonly object[]) {
  const one = operation({ requirement: "list.request", listing: { ...listing, usualOrder } });
  const [fact] = (await usualOrderCheck(one)[0]?.run(runOver(answer))) ?? [];
  return fact === undefined || !("message" in fact) ? fact?.kind : fact.message;
}

test("a list comes in the order that its words say, what is alike in any", async () => {
  assert.equal(await told(() => things(5, 3, 3, 2)), "held");
  assert.match(String(await told(() => things(5, 2, 3, 1))), /^GET \S+ lists its items in another order\.$/);
});

test("nothing is said of a list that changes, or of too few items", async () => {
  let next = 0;
  assert.equal(await told(() => things(++next, next + 1, next + 2)), "missing");
  assert.equal(await told(() => things(1, 2)), "missing");
});

test("where the words say none, there is no check", () => {
  assert.deepEqual(usualOrderCheck(operation({ listing })), []);
});
