import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRetryAfter } from "./http-date.ts";

const now = Date.UTC(2026, 0, 1, 12);
const at = (ms: number) => new Date(ms).toUTCString();

test("whole seconds", () => {
  assert.equal(parseRetryAfter("0", null, now), 0);
  assert.equal(parseRetryAfter(" 120 ", null, now), 120_000);
});

test("a date, counted from the Date of the same response and not from a wrong local clock", () => {
  assert.equal(parseRetryAfter(at(now + 7000), null, now), 7000);
  assert.equal(parseRetryAfter(at(now + 7000), at(now + 5000), now), 2000);
});

test("a date in the past is no wait", () => assert.equal(parseRetryAfter(at(now - 5000), null, now), 0));

test("anything else is no Retry-After", () => {
  for (const text of [null, "", "soon", "-1", "1.5", "1e3", "0x10", "2026-01-01", "5, 10"]) {
    assert.equal(parseRetryAfter(text, null, now), undefined, String(text));
  }
});
