import assert from "node:assert/strict";
import { test } from "node:test";
import { shiftedDays, shiftedFact } from "./shifted-days.ts";
import { operation } from "./testing.ts";

const shifted = (...days: readonly (readonly [asked: unknown, shown: unknown])[]) =>
  shiftedDays(
    days.map(([asked, shown], index) => ({
      asked: { on: asked },
      shown: { on: shown },
      exchange: `x${index}`,
    })),
  ).map(({ lost }) => lost.map(({ exchange }) => exchange).join());

test("a day long ago that is shown as the one before it is lost", () => {
  assert.deepEqual(shifted(["1965-03-17", "1965-03-16"], ["2026-03-17", "2026-03-17"]), ["x0"]);
  assert.deepEqual(shifted(["1965-03-17", "1965-03-18"]), ["x0"]);
  assert.deepEqual(shifted(["1965-03-17", "1965-03-17"]), []);
  assert.deepEqual(
    shifted(["1965-03-17", "1965-03-16"], ["1965-03-17", "1965-03-17"]),
    [],
    "once it was kept",
  );
});

test("one day may be moved to a working day, and several in one direction are lost", () => {
  assert.deepEqual(shifted(["2026-03-15", "2026-03-16"]), []);
  assert.deepEqual(shifted(["2026-03-15", "2026-03-16"], ["2026-03-14", "2026-03-13"]), []);
  assert.deepEqual(shifted(["2026-03-17", "2026-03-16"], ["2026-03-26", "2026-03-25"]), ["x0,x1"]);
  assert.deepEqual(shifted(["2026-03-15", "2026-03-16"], ["2026-03-22", "2026-03-23"]), [], "two Sundays");
  const both = [
    ["2026-03-17", "2026-03-16"],
    ["2026-03-26", "2026-03-25"],
  ] as const;
  assert.deepEqual(shifted(...both, ["2026-03-18", "2026-03-18"]), [], "another one was kept");
  assert.deepEqual(shifted(["2026-03-14", "2026-03-16"], ["2026-03-21", "2026-03-23"]), [], "by two days");
});

test("days of one half of the year that are shown as their neighbours are lost, where those of the other one are kept", () => {
  const kept = ["2026-03-04", "2026-03-04"] as const;
  const summer = [
    ["2026-09-02", "2026-09-01"],
    ["2026-08-19", "2026-08-18"],
  ] as const;
  assert.deepEqual(shifted(kept, ...summer), ["x1,x2"]);
  assert.deepEqual(shifted(kept, summer[0]), [], "one may be a holiday");
  assert.deepEqual(
    shifted(kept, ...summer, ["2026-07-03", "2026-07-02"]),
    ["x1,x2"],
    "a Friday says nothing",
  );
  assert.deepEqual(shifted(kept, ...summer, ["2026-07-01", "2026-07-01"]), [], "another one was kept");
  assert.deepEqual(shifted(["2026-03-05", "2026-03-05"], ...summer), [], "on Wednesdays no bank may be open");
});

test("what is no day is another question", () => {
  const pairs = [
    ["1965-03-17T00:00:00Z", "1965-03-16T00:00:00Z"],
    ["1965-03-17", null],
    [5, 4],
    ["1965-13-17", "1965-13-16"],
  ] as const;
  for (const pair of pairs) assert.deepEqual(shifted(pair), []);
});

test("it is told with both days", () => {
  const given = { asked: { on: "1965-03-17" }, shown: { on: "1965-03-16" }, exchange: "x1" };
  const fact = shiftedFact(operation().row, { pointer: "/on", lost: [given] });
  assert.ok(fact.kind === "violated");
  assert.match(fact.message, /shows on as the day before it, each time\./);
  assert.deepEqual([fact.expected, fact.received], [["1965-03-17"], "1965-03-16"]);
});
