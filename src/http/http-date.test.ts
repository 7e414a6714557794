import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHttpDate } from "./http-date.ts";

const now = Date.UTC(2026, 0, 1);
const expected = Date.UTC(1994, 10, 6, 8, 49, 37);

test("reads the three grammars of RFC 9110", () => {
  assert.equal(parseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT", now), expected);
  assert.equal(parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT", now), expected);
  assert.equal(parseHttpDate("Sun Nov  6 08:49:37 1994", now), expected);
});

test("a two-digit year more than 50 years ahead is in the past", () => {
  assert.equal(parseHttpDate("Monday, 06-Nov-76 00:00:00 GMT", now), Date.UTC(2076, 10, 6));
  assert.equal(parseHttpDate("Monday, 06-Nov-77 00:00:00 GMT", now), Date.UTC(1977, 10, 6));
});

const wrong = [
  ...["", "2", "120", "tomorrow", "2026-01-01T00:00:00Z", "Sun, 6 Nov 1994 08:49:37 GMT"],
  ...["Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 nov 1994 08:49:37 GMT"],
  ...["Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT"],
  ...["Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "x Sun, 06 Nov 1994 08:49:37 GMT"],
];
for (const text of wrong) {
  test(`"${text}" is no HTTP date`, () => assert.equal(parseHttpDate(text, now), undefined));
}
