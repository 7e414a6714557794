import assert from "node:assert/strict";
import { test } from "node:test";
import { drawOf } from "./budget.ts";

const histories = { count: 5, length: 12 };
const draw = (cases: number, needed: Partial<Parameters<typeof drawOf>[1]> = {}) =>
  drawOf({ seed: 7, cases, thorough: false }, { defects: 100, histories, ...needed });

test("histories get a part of the cases, and each defect the same part of the rest", () => {
  assert.deepEqual(draw(320), { seed: 7, rows: 2.6, strength: "spellings", histories: 5 });
  assert.equal(draw(320, { histories: null }).rows, 3.2);
  assert.equal(draw(10_000).histories, 5, "no more than there are");
});

test("with few cases, spellings go before histories, and both before the last defect", () => {
  assert.deepEqual(draw(100), { seed: 7, rows: 0.76, strength: "spellings", histories: 2 });
  assert.deepEqual(draw(10), { seed: 7, rows: 0.1, strength: "spellings", histories: 0 });
  assert.deepEqual(draw(0), { seed: 7, rows: 0, strength: "spellings", histories: 0 });
});

test("never more requests are planned than there are cases", () => {
  for (let cases = 0; cases < 1000; cases += 7) {
    for (const defects of [1, 12, 250]) {
      const { rows, histories: played } = draw(cases, { defects });
      assert.ok(rows * defects + played * histories.length <= cases + 1e-9, `${cases} for ${defects}`);
    }
  }
});
