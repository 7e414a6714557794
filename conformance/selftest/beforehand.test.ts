import assert from "node:assert/strict";
import { test } from "node:test";
import { beforehand } from "./beforehand.ts";

test("what was done for a case is there for its test: a result, or what was thrown", async () => {
  const order: number[] = [];
  const resultOf = await beforehand([1, 2, 3], async (one) => {
    order.push(one);
    if (one === 2) throw new RangeError("not two");
    return one * 10;
  });
  assert.deepEqual(order, [1, 2, 3]);
  assert.equal(resultOf(1), 10);
  assert.throws(() => resultOf(2), new RangeError("not two"));
  assert.equal(resultOf(3), 30);
  assert.throws(() => resultOf(4), /nothing was done/);
});
