import assert from "node:assert/strict";
import { test } from "node:test";
import { aggregated, isSameAmount, pointersIn } from "./aggregate.ts";

test("a pointer with any index leads to each of them", () => {
  const body = { orders: [{ lines: [1, 2] }, { lines: [] }, {}] };
  assert.deepEqual(pointersIn(body, ""), [""]);
  assert.deepEqual(pointersIn(body, "/orders/*"), ["/orders/0", "/orders/1", "/orders/2"]);
  assert.deepEqual(pointersIn(body, "/orders/*/lines/*"), ["/orders/0/lines/0", "/orders/0/lines/1"]);
  assert.deepEqual(pointersIn(body, "/others/*"), []);
  assert.deepEqual(pointersIn(body, "/others"), []);
});

test("parts make up how many there are, or a sum that is exact", () => {
  assert.equal(aggregated([1, {}, null], null), 3);
  assert.equal(aggregated([{ of: { cost: 1 } }, { of: { cost: 2 } }], "/of/cost"), 3);
  assert.equal(aggregated([{ cost: 1 }, { cost: null }], "/cost"), null);
  assert.equal(aggregated([{ cost: Number.MAX_SAFE_INTEGER }, { cost: 1 }], "/cost"), null);
  const money = (...currencies: readonly string[]) =>
    currencies.map((currency) => ({ of: { minor: 1, currency } }));
  assert.equal(aggregated(money("EUR", "EUR"), "/of/minor"), 2);
  assert.equal(aggregated(money("EUR", "USD"), "/of/minor"), null);
  assert.ok(isSameAmount(aggregated([{ cost: 0.1 }, { cost: 0.2 }], "/cost") ?? 0, 0.3));
  assert.ok(!isSameAmount(0.3, 0.31) && !isSameAmount(1e9, 1e9 + 2));
});
