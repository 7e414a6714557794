import assert from "node:assert/strict";
import { test } from "node:test";
import { endsOf } from "./pieces.ts";

test("a body is cut within each character of several bytes, and before a piece is too long", () => {
  const text = Buffer.from(`ü${"a".repeat(1200)}日`);
  const ends = endsOf(text);
  assert.deepEqual(ends, [1, 501, 1001, 1203, 1205]);
  assert.deepEqual(endsOf(Buffer.from("")), [0]);
  const pieces = ends.map((end, index) => text.subarray(ends[index - 1] ?? 0, end));
  assert.equal(Buffer.concat(pieces).toString(), text.toString());
});
