import assert from "node:assert/strict";
import { test } from "node:test";
import { atBounds } from "./at-bounds.ts";

const place = (pointer: string, schema: object) => ({ pointer, schema, fragment: "#", property: null });
const places = [
  place("/priority", { minimum: 1, maximum: 1000 }),
  place("/limit/daily", { minimum: 0 }),
  place("/codes", { type: "array", maxItems: 3 }),
  place("/codes/*", {}),
];
const made = () => ["b", "c", "d"];
const body = { priority: 5, limit: { daily: 9 }, codes: ["a", "b"], name: "x" };

test("numbers are at the bounds that are stated, and lists as long as they may be", () => {
  const highest = { ...body, priority: 1000, codes: ["a", "b", "c"] };
  assert.deepEqual(
    atBounds("maximum", places, body, () => true, made),
    highest,
  );
  assert.deepEqual(
    atBounds("minimum", places, body, () => true, made),
    { ...body, priority: 1, limit: { daily: 0 } },
  );
});

test("what would not be valid so, is not there, or could be very long stays", () => {
  const fits = (made: unknown) => (made as typeof body).priority !== 1000;
  assert.deepEqual(atBounds("maximum", places, body, fits, made), { ...body, codes: ["a", "b", "c"] });
  const long = [place("/codes", { type: "array", maxItems: 10_000 }), place("/gone", { maximum: 3 })];
  assert.deepEqual(
    atBounds("maximum", long, body, () => true, made),
    body,
  );
});
