import assert from "node:assert/strict";
import { test } from "node:test";
import { offsetOf } from "./next-amount.ts";

/** The amounts that are written, up to as many. */
const amounts = (amount: number, others: readonly number[], count: number, step = 2) =>
  Array.from({ length: count }, (_, index) => amount + offsetOf(amount, (index + 1) * step, step, others));

test("a small amount is followed by higher ones, a large one by lower ones", () => {
  assert.deepEqual(amounts(250, [], 3), [252, 254, 256]);
  assert.deepEqual(amounts(5000, [], 3), [4998, 4996, 4994]);
  assert.deepEqual(amounts(0, [0, 0], 3), [2, 4, 6]);
  assert.deepEqual(amounts(100, [], 2, 50), [150, 200]);
});

test("as long as there is room, amounts stay between the other limits, and none comes twice", () => {
  for (const [amount, others] of [
    [250, [1250, 200]],
    [1200, [1250, 900]],
    [3000, [9000, 1000, 0]],
  ] as const) {
    const [most, least] = [Math.max(...others), Math.max(...others.filter((one) => one < amount))];
    const written = amounts(amount, others, Math.floor((most - least) / 2) - 2);
    assert.ok(
      written.every((one) => one >= least && one <= most && one !== amount),
      written.join(),
    );
    assert.equal(new Set(written).size, written.length);
  }
});

test("what lies between two of them comes next, and then what exceeds the others", () => {
  assert.deepEqual(amounts(10, [14, 6], 8), [12, 14, 8, 6, 11, 13, 9, 7]);
  assert.deepEqual(amounts(10, [14, 6], 10).slice(8), [16, 18]);
  assert.deepEqual(amounts(1, [2], 3), [4, 6, 8]);
});

test("of an amount that no double holds, the distance is all that counts", () => {
  assert.equal(offsetOf(2 ** 63, 4, 2, [2 ** 63]), -4);
});

test("an amount with cents is followed by whole ones", () => {
  const offsets = Array.from({ length: 400 }, (_, index) =>
    offsetOf(19.99, 2 * (index + 1), 2, [300, 100_000]),
  );
  assert.ok(offsets.every(Number.isSafeInteger));
  assert.equal(new Set(offsets).size, offsets.length);
  assert.ok(offsets.every((offset) => offset < 1000));
});
