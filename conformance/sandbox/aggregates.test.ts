import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "../../generated/operations.ts";
import { withAggregates } from "./aggregates.ts";
import type { Item, State } from "./state.ts";

const state = { items: new Map([["listLines", [{ cost: 2 }, { cost: 0.5 }] as unknown as Item[]]]) };
const read = { path: "/v1/order/{id}", paginated: null };
/** What is shown of a body by a read of an order with these numbers, or by an operation of another path. */
const shown = (aggregates: Operation["aggregates"], body: unknown, status = 200, path = read.path) => {
  const own = { ...read, ...(aggregates !== undefined && { aggregates }) };
  const operation = path === read.path ? own : { path, paginated: null, listing };
  return withAggregates(state as unknown as State, operation, { status, headers: {}, body }, [own]).body;
};
const listing = { items: "/orders", id: null };

test("a number is the sum of the parts beside it, or how many a list has", () => {
  const inside = { at: "/orders/*", pointer: "/total", parts: "/lines", value: "/cost" };
  const orders = [{ total: 9, lines: [{ cost: 1 }, { cost: 2 }] }, { total: 9 }];
  assert.deepEqual(shown([inside], { orders }), { orders: [{ ...orders[0], total: 3 }, { total: 9 }] });
  const below = { at: "", pointer: "/count", parts: "/lines", value: null, list: "listLines" };
  assert.deepEqual(shown([below], { count: 0 }), { count: 2 });
  const inner = { ...below, pointer: "/of/count" };
  assert.deepEqual(shown([inner], { of: { count: 0, unit: "a" } }), { of: { count: 2, unit: "a" } });
  assert.deepEqual(shown([{ ...below, value: "/cost" }], { count: 0 }), { count: 2.5 });
});

test("a refusal, and what has no such number, stay as they are", () => {
  const below = { at: "", pointer: "/count", parts: "/lines", value: null, list: "listLines" };
  assert.deepEqual(shown([below], { count: 0 }, 404), { count: 0 });
  assert.deepEqual(shown(undefined, { count: 0 }), { count: 0 });
  assert.equal(shown([below], undefined, 204), undefined);
});

test("what a list shows of an item is what its read shows", () => {
  const below = { at: "", pointer: "/count", parts: "/lines", value: null, list: "listLines" };
  const orders = [{ count: 0 }, { count: 7 }, {}];
  assert.deepEqual(shown([below], { orders }, 200, "/v1/order"), {
    orders: [{ count: 2 }, { count: 2 }, {}],
  });
  assert.deepEqual(shown([below], { orders }, 200, "/v1/other"), { orders });
});
