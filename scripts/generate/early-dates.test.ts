import assert from "node:assert/strict";
import { test } from "node:test";
import { withEarlyDates } from "./early-dates.ts";

const places = [
  { pointer: "", schema: {} },
  { pointer: "/born", schema: { format: "date" } },
  { pointer: "/span/from", schema: { format: "date" } },
  { pointer: "/made", schema: { format: "date-time" } },
  { pointer: "/span/to", schema: { format: "date" } },
  { pointer: "/validUntil", schema: { format: "date" } },
];

test("the days of a body are long ago, and nothing else is, nor what it ends with", () => {
  const body = {
    born: "1990-01-01",
    span: { from: "2026-01-01", to: "2026-02-01" },
    made: "2026-01-01T00:00:00Z",
    validUntil: "2026-03-01",
  };
  assert.deepEqual(
    withEarlyDates(places, body, () => true),
    [
      {
        born: "1965-03-17",
        span: { from: "1965-03-17", to: "2026-02-01" },
        made: body.made,
        validUntil: "2026-03-01",
      },
    ],
  );
});

test("there is no such body where no day may be long ago, or there is none", () => {
  for (const [body, fits] of [
    [{ born: "1990-01-01" }, false],
    [{ born: null }, true],
    [{}, true],
  ] as const)
    assert.deepEqual(
      withEarlyDates(places, body, () => fits),
      [],
    );
});
