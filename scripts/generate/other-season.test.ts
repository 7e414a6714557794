import assert from "node:assert/strict";
import { test } from "node:test";
import { inOtherSeason } from "./other-season.ts";

const places = [
  { pointer: "", schema: {} },
  { pointer: "/from", schema: { format: "date" } },
  { pointer: "/made", schema: { format: "date-time" } },
  { pointer: "/none", schema: { format: "date" } },
];
const body = { name: "a", from: "2026-03-04", made: "2026-03-04T10:00:00Z", none: null };

test("all dates and moments are later by about half a year, on the same day of the week", () => {
  const moved = inOtherSeason(places, [{ name: "b" }, body], () => true);
  assert.deepEqual(moved, [
    { ...body, from: "2026-09-02", made: "2026-09-02T10:00:00.000Z" },
    { ...body, from: "2026-08-19", made: "2026-08-19T10:00:00.000Z" },
  ]);
});

test("there is no such body without a date, or where none may be then", () => {
  assert.deepEqual(
    inOtherSeason(places, [body], () => false),
    [],
  );
  assert.deepEqual(
    inOtherSeason(places, [{ made: body.made }], () => true),
    [],
  );
});
