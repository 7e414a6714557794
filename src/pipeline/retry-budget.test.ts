import assert from "node:assert/strict";
import { test } from "node:test";
import { retryBudget } from "./retry-budget.ts";

test("retries cost nothing until they fail", () => {
  const budget = retryBudget(100);
  for (let i = 0; i < 1000; i++) assert.ok(budget.allows());
  assert.equal(budget.left, 100);
});

test("when nothing succeeds, a fifth of the capacity is retried and then nothing", () => {
  const budget = retryBudget(100);
  let retries = 0;
  for (let call = 0; call < 50; call++) {
    if (!budget.allows()) continue;
    retries += 1;
    budget.charge();
  }
  assert.equal(retries, 20);
});

test("a success pays its own failed retries back and brings a little more", () => {
  const budget = retryBudget(10);
  budget.charge();
  budget.charge();
  assert.equal(budget.allows(), false);
  budget.refund(1);
  assert.equal(budget.left, 6);
  budget.refund(2);
  assert.equal(budget.left, 10);
});

test("retries that were under way when it emptied make no debt", () => {
  const budget = retryBudget(10);
  for (let i = 0; i < 60; i++) budget.charge();
  budget.refund(0);
  assert.equal(budget.left, 1);
});

test("Infinity turns it off", () => {
  const budget = retryBudget(Number.POSITIVE_INFINITY);
  for (let i = 0; i < 1000; i++) budget.charge();
  assert.ok(budget.allows());
});
