import assert from "node:assert/strict";
import { test } from "node:test";
import { retryBudget } from "./retry-budget.ts";

test("when nothing succeeds, a fifth of the capacity is retried and then nothing", () => {
  const budget = retryBudget(100);
  const taken = Array.from({ length: 50 }, () => budget.take()).filter(Boolean);
  assert.equal(taken.length, 20);
});

test("a success pays its own retries back and brings a little more", () => {
  const budget = retryBudget(10);
  assert.ok(budget.take() && budget.take() && !budget.take());
  budget.refund(1);
  assert.equal(budget.left, 6);
  budget.refund(2);
  assert.equal(budget.left, 10);
});

test("Infinity turns it off", () => {
  const budget = retryBudget(Number.POSITIVE_INFINITY);
  for (let i = 0; i < 1000; i++) assert.ok(budget.take());
});
