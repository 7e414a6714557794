import assert from "node:assert/strict";
import { test } from "node:test";
import { shrink } from "./shrink.ts";
import { type Spelling, spellings } from "./spellings.ts";

const dimensions = [...new Set(spellings.map(({ dimension }) => dimension))];
const row = dimensions.map((name) => spellings.find(({ dimension }) => dimension === name) as Spelling);
const has = (some: readonly Spelling[], ...wanted: readonly string[]) =>
  wanted.every((name) => some.some(({ dimension }) => dimension === name));

for (const cause of [[], ["accept"], ["accept", "json"], ["path", "accept", "connection"]]) {
  test(`what does not matter is set back: ${cause.join(" and ") || "nothing matters"}`, async () => {
    const { needed, sent, seen } = await shrink(row, async (some) => has(some, ...cause));
    assert.deepEqual(needed.map(({ dimension }) => dimension).sort(), [...cause].sort());
    assert.deepEqual([sent, seen], [4, 4]);
  });
}

test("of two causes in one row one is left", async () => {
  const { needed } = await shrink(row, async (some) => has(some, "accept") || has(some, "json"));
  assert.equal(needed.length, 1);
});

test("what is not seen again was seen in none of the repetitions", async () => {
  const { needed, seen } = await shrink(row, async () => false);
  assert.equal(needed.length, row.length);
  assert.equal(seen, 0);
});
