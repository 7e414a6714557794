import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run } from "../../kit/check.ts";
import type { ListedCard } from "../kit/card-log.ts";
import { pageSizes } from "./whole-state.ts";

/** The sizes for a card at this place of a list of so many. */
const sizesFor = (place: number, count: number) => {
  const ids = Array.from({ length: count }, (_, index) => `CRD${index}`);
  const listed = { id: `CRD${place}`, list: { ids, limit: 100 } } as unknown as ListedCard;
  return pageSizes({} as Run, listed);
};

test("a list is read whole, in a few pages, and in pages of the usual size", async () => {
  assert.deepEqual(await sizesFor(29, 30), [100, 10, null]);
  assert.deepEqual(await sizesFor(89, 90), [100, 30], "that takes too many of the usual size");
});

test("a card near the front is read behind a cursor as well", async () => {
  assert.deepEqual(await sizesFor(3, 30), [100, 3, null]);
  assert.deepEqual(await sizesFor(0, 30), [100, 10, null], "nothing comes before the first one");
});
