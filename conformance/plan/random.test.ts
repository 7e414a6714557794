import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFor, shuffled } from "./random.ts";

const some = (seed: number, place: string) => {
  const random = randomFor(seed, place);
  return Array.from({ length: 5 }, random);
};

test("the same seed and place give the same numbers, on every machine", () => {
  assert.deepEqual(some(1, "a"), some(1, "a"));
  assert.deepEqual(some(1, "a").slice(0, 2), [0.5991927229333669, 0.07681024656631052]);
});

test("another seed or place gives others", () => {
  assert.notDeepEqual(some(1, "a"), some(2, "a"));
  assert.notDeepEqual(some(1, "a"), some(1, "b"));
});

test("numbers are spread over [0, 1)", () => {
  const random = randomFor(7, "spread");
  const buckets = Array.from({ length: 10 }, () => 0);
  for (let time = 0; time < 10_000; time += 1) {
    const number = random();
    assert.ok(number >= 0 && number < 1);
    const at = Math.floor(number * 10);
    buckets[at] = (buckets[at] ?? 0) + 1;
  }
  for (const count of buckets) assert.ok(count > 850 && count < 1150, buckets.join(" "));
});

test("an order holds each item once", () => {
  const items = ["a", "b", "c", "d", "e", "f"];
  const orders = new Set(
    Array.from({ length: 50 }, (_, seed) => shuffled(items, randomFor(seed, "x")).join("")),
  );
  assert.ok(orders.size > 40);
  for (const order of orders) assert.deepEqual([...order].sort(), items);
});
