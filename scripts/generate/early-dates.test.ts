import assert from "node:assert/strict";
import { test } from "node:test";
import { withEarlyDays } from "./early-dates.ts";

const places = [
  { pointer: "", schema: {} },
  { pointer: "/born", schema: { format: "date" } },
  { pointer: "/span/from", schema: { format: "date" } },
  { pointer: "/made", schema: { format: "date-time" } },
];

test("the days of a body are long ago, and nothing else is", () => {
  const body = { born: "1990-01-01", span: { from: "2026-01-01" }, made: "2026-01-01T00:00:00Z" };
  assert.deepEqual(
    withEarlyDays(places, body, () => true),
    [{ born: "1965-03-17", span: { from: "1965-03-17" }, made: body.made }],
  );
});

test("there is no such body where no day may be long ago, or there is none", () => {
  for (const [body, fits] of [
    [{ born: "1990-01-01" }, false],
    [{ born: null }, true],
    [{}, true],
  ] as const)
    assert.deepEqual(
      withEarlyDays(places, body, () => fits),
      [],
    );
});
