import assert from "node:assert/strict";
import { test } from "node:test";
import { retryAfterMs } from "./retry-after.ts";

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const rows: readonly [header: string | null, milliseconds: number | null][] = [
  ["0", 0],
  ["7", 7000],
  ["007", 7000],
  ["999999999", 999_999_999_000],
  ["Thu, 01 Jan 2026 12:00:30 GMT", 30_000],
  ["Thu, 01 Jan 2026 11:59:30 GMT", 0],
  [null, null],
  ["", null],
  ["-1", null],
  ["1.5", null],
  ["1e3", null],
  ["soon", null],
  ["9999999999", null],
  ["5, 10", null],
  ["2026-01-01T12:00:30Z", null],
  ["Thu, 99 Jan 2026 12:00:30 GMT", null],
];

for (const [header, milliseconds] of rows) {
  test(`Retry-After: ${header} asks for ${milliseconds ?? "nothing that can be read"}`, () => {
    assert.equal(retryAfterMs(header, now), milliseconds);
  });
}
