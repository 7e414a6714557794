import assert from "node:assert/strict";
import { test } from "node:test";
import { orderOf } from "./order.ts";

test("numbers, days and times have an order", () => {
  assert.equal(orderOf(7), 7);
  assert.equal(orderOf("1970-01-02"), 86_400_000);
  assert.equal(orderOf("1970-01-01T01:00:01+01:00"), 1000);
});

test("what is none of these has none, and a time without a zone either", () => {
  for (const value of ["7", "a", "1970-13-01", "1970-01-01T00:00:00", null, true, undefined, {}])
    assert.equal(orderOf(value), null);
});
