import assert from "node:assert/strict";
import { test } from "node:test";
import { affordableCases, isTimeForMore, type Pace } from "./affordable.ts";

const minutes = (budget: number, pace: Partial<Pace>) =>
  affordableCases(1000, {
    budgetMs: budget * 60_000,
    perSecond: Number.POSITIVE_INFINITY,
    latencyMs: 1,
    pagesPerRead: 1,
    ...pace,
  });

test("all cases are drawn where there is time for them", () => {
  assert.equal(minutes(5, {}), 1000);
  assert.equal(minutes(5, { latencyMs: 100 }), 1000);
  assert.equal(minutes(5, { latencyMs: 0 }), 1000);
  assert.equal(minutes(5, { perSecond: 20 }), 1000);
});

test("fewer are drawn the slower the server, or the fewer requests it takes, and none if there is time for a few only", () => {
  const byLatency = [150, 200, 300, 500].map((latencyMs) => minutes(5, { latencyMs }));
  assert.deepEqual(byLatency, [849, 508, 166, 0]);
  const byRate = [12, 8, 7, 4].map((perSecond) => minutes(5, { perSecond }));
  assert.deepEqual(byRate, [553, 105, 0, 0]);
  assert.equal(minutes(1, { latencyMs: 100 }), 0);
  const byPages = [1, 4, 7].map((pagesPerRead) => minutes(5, { perSecond: 12, pagesPerRead }));
  assert.deepEqual(byPages, [553, 194, 23]);
});

test("there is time for more while enough is left for what comes after it", () => {
  assert.deepEqual([isTimeForMore(59_000, 10), isTimeForMore(61_000, 10)], [false, true]);
  assert.equal(isTimeForMore(1, Number.POSITIVE_INFINITY), true);
});
