import assert from "node:assert/strict";
import { test } from "node:test";
import { drawOf } from "./budget.ts";

const histories = { count: 5, length: 12 };
const draw = (cases: number, needed: Partial<Parameters<typeof drawOf>[1]> = {}) =>
  drawOf({ seed: 7, cases, thorough: false }, { defects: 100, forms: 0, histories, ...needed });

test("histories get a part of the cases, and each defect the same part of the rest", () => {
  assert.deepEqual(draw(320), { seed: 7, rows: 2.6, strength: "spellings", histories: 5, share: 0 });
  assert.equal(draw(320, { histories: null }).rows, 3.2);
  assert.equal(draw(10_000).histories, 5, "no more than there are");
});

test("with few cases, spellings go before histories, and both before the last defect", () => {
  assert.deepEqual(draw(100), { seed: 7, rows: 0.76, strength: "spellings", histories: 2, share: 0 });
  assert.deepEqual(draw(10), { seed: 7, rows: 0.1, strength: "spellings", histories: 0, share: 0 });
  assert.deepEqual(draw(0), { seed: 7, rows: 0, strength: "spellings", histories: 0, share: 0 });
});

test("further forms get a part of the cases, and are all sent where it is enough", () => {
  assert.equal(draw(320, { forms: 80 }).share, 0.5);
  assert.equal(draw(320, { forms: 80 }).rows, 2.2);
  assert.equal(draw(320, { forms: 30 }).share, 1);
  assert.equal(draw(10_000, { forms: 80 }).share, 1);
  assert.equal(draw(0, { forms: 80 }).share, 0);
});

test("never more requests are planned than there are cases", () => {
  for (let cases = 0; cases < 1000; cases += 7) {
    for (const [defects, forms] of [
      [1, 0],
      [12, 3],
      [250, 70],
    ] as const) {
      const { rows, share, histories: played } = draw(cases, { defects, forms });
      const planned = rows * defects + share * forms + played * histories.length;
      assert.ok(planned <= cases + 1e-9, `${cases} for ${defects}`);
    }
  }
});
