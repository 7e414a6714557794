import assert from "node:assert/strict";
import { test } from "node:test";
import { type Order, operations } from "../../../generated/operations.ts";
import {
  isTelling,
  judgeLost,
  judgeOpposites,
  judgeOrder,
  judgeRepeated,
  type OrderedList,
} from "./order-facts.ts";
import { operation } from "./testing.ts";

const one = operation();
const listed = (values: readonly unknown[], change: Partial<Order> = {}): OrderedList => ({
  order: { value: "size", pointer: "/size", direction: "ascending", ...change },
  parameter: "sort",
  items: values.map((size) => ({ size })),
  pages: ["1"],
});
const judged = (...args: Parameters<typeof listed>) => {
  const fact = judgeOrder(one, listed(...args));
  return fact?.kind === "violated" ? fact.received : (fact?.kind ?? null);
};

test("items come in the order that is asked for, where there are enough different values", () => {
  assert.equal(judged([1, 2, 2, 10]), "held");
  assert.equal(judged([1, 10, 2]), "10, then 2");
  assert.equal(judged([3, 2, 1], { direction: "descending" }), "held");
  assert.equal(judged([3, 1, 2], { direction: "descending" }), "1, then 2");
  assert.equal(judged([2, 1, 2, 1]), null, "two values");
  assert.equal(judged([]), null);
});

test("what has no value, or hides it, stands anywhere", () => {
  assert.equal(judged([null, 1, undefined, 2, 3, null]), "held");
  assert.equal(judged(["Ann", "****", "Bob", "Zoe"]), "held");
});

test("where nothing names the direction, it is one of the two", () => {
  assert.equal(judged([1, 2, 3], { direction: null }), "held");
  assert.equal(judged([3, 2, 1], { direction: null }), "held");
  assert.equal(judged([1, 3, 2], { direction: null }), "3, then 2");
});

test("texts are in another order only where nobody would sort them so", () => {
  assert.equal(judged(["ann", "Bob", "Zoe"]), "held");
  assert.equal(judged(["Bob", "ann", "Zoe"]), "held", "capitals first");
  assert.equal(judged(["Bob", "Ann", "Zoe"]), '"Bob", then "Ann"');
  assert.equal(judged(["low", "high", "medium"], { isRanked: true }), null);
});

test("opposite orders differ, whatever the values are compared by", () => {
  const opposite = (values: readonly unknown[], change: Partial<Order> = {}) =>
    listed(values, { direction: "descending", isRanked: true, ...change });
  const ranks = ["low", "high", "medium"];
  const up = listed(ranks, { isRanked: true });
  assert.equal(judgeOpposites(one, up, opposite(ranks))?.kind, "violated");
  assert.equal(judgeOpposites(one, up, opposite(ranks.toReversed())), null);
  assert.equal(judgeOpposites(one, up, opposite(ranks, { pointer: "/color" })), null);
  assert.equal(judgeOpposites(one, up, up), null);
  const two = ["low", "high", "low"];
  assert.equal(judgeOpposites(one, listed(two), opposite(two)), null);
});

test("values that differ in case or marks alone may count as one", () => {
  assert.equal(isTelling(listed(["a", "A", "á"])), false);
  assert.equal(isTelling(listed(["a", "b", "c"])), true);
});

test("what a list has without an order it has in one, unless it has no value to stand by", () => {
  const list = operation({ paginated: operations.listCards.paginated });
  const items = (...ids: readonly string[]) => ids.map((id, size) => ({ id, size }));
  const all = [...items("CRD1", "CRD2", "CRD3"), { id: "CRD4", size: null }];
  const lost = (change: Partial<OrderedList>) => {
    const fact = judgeLost(
      list,
      { ...listed([]), isWhole: true, items: items("CRD1", "CRD2"), ...change },
      all,
    );
    return fact?.kind === "violated" ? fact.received : fact;
  };
  assert.equal(lost({}), "no CRD3");
  assert.equal(lost({ items: items("CRD3", "CRD2", "CRD1") }), null);
  assert.equal(lost({ isWhole: false }), null, "it was not read to its end");
  assert.equal(lost({ beside: { name: "state", value: "open" } }), null, "a filter leaves some out");
});

test("an item stands once in a list that is the same each time it is read, whatever its order", () => {
  const walked = (ids: readonly string[]) => {
    const list = operation({ paginated: operations.listCards.paginated });
    const items = ids.map((id) => ({ id }));
    const fact = judgeRepeated(list, { ...listed([]), items, beside: { name: "state", value: "open" } });
    return fact?.kind === "violated" ? fact.message.replace(/^.*\?/, "") : fact;
  };
  assert.equal(walked(["CRD1", "CRD2", "CRD3"]), null);
  assert.equal(walked(["CRD1", "CRD2", "CRD2"]), "state=open&sort=size lists an item twice.");
});
