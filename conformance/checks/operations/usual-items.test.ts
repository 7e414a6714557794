import assert from "node:assert/strict";
import { test } from "node:test";
import { usualItems } from "./usual-items.ts";

const item = (id: number, state: string, more: object = {}) => ({ id: `T${id}`, state, ...more });

test("the items are left that are in the state of most", () => {
  const open = [1, 3, 4, 6].map((id) => item(id, "open"));
  assert.deepEqual(
    usualItems([open[0], item(2, "closed"), open[1], open[2], item(5, "spent"), open[3]]),
    open,
  );
});

test("what each item has for itself is no state, and neither is an amount", () => {
  const all = [1, 2, 3, 4].map((id) => item(id, "open", { amount: id % 2 }));
  assert.deepEqual(usualItems(all), all);
  assert.deepEqual(usualItems(["a", "b"]), ["a", "b"], "no objects");
  assert.deepEqual(usualItems([]), []);
});
