import assert from "node:assert/strict";
import { test } from "node:test";
import { withAggregates } from "./aggregates.ts";
import type { Item, State } from "./state.ts";

const state = { items: new Map([["listLines", [{ cost: 2 }, { cost: 0.5 }] as unknown as Item[]]]) };
const shown = (aggregates: Parameters<typeof withAggregates>[1]["aggregates"], body: unknown, status = 200) =>
  withAggregates(state as unknown as State, aggregates === undefined ? {} : { aggregates }, {
    ...{ status, headers: {}, body },
  }).body;

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
