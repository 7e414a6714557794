import assert from "node:assert/strict";
import { test } from "node:test";
import { ExactNumber } from "../../../base/exact-json.ts";
import { type AfterLarge, capIn } from "./cap.ts";

const after = (...tries: readonly (readonly [before: unknown, after: unknown])[]): AfterLarge[] =>
  tries.map(([before, after]) => ({ sent: new ExactNumber("1e30"), before, after }));

test("the same amount after two larger ones, above what was there before, is the most that a server keeps", () => {
  assert.equal(capIn(after([4000, 25_000], [3999, 25_000])), 25_000);
  assert.equal(capIn(after([4000, 99.5], [99, 99.5])), null, "below what it has taken");
});

test("what follows from the amount that was asked for, or was there before, is none", () => {
  for (const tries of [
    [],
    after([4000, 2705], [3999, 5410]),
    after([4000, 4000], [3999, 3999]),
    after([4000, 1000], [3999, 1000]),
    after([4000, null], [3999, null]),
    after([null, 25_000], [3999, 25_000]),
  ])
    assert.equal(capIn(tries), null, JSON.stringify(tries));
});

test("nor is one that is not below what was asked for", () => {
  const tries = after([4000, 25_000], [3999, 25_000]);
  assert.equal(capIn(tries.map((one) => ({ ...one, sent: 25_000 }))), null);
  assert.equal(capIn(tries.map((one) => ({ ...one, sent: 25_001 }))), 25_000);
});

test("the bounds of number types are none", () => {
  for (const bound of [2 ** 15 - 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER])
    assert.equal(capIn(after([40, bound], [39, bound])), null, String(bound));
  const most = new ExactNumber("9223372036854775807");
  assert.equal(capIn(after([40, most], [39, most])), null);
});
