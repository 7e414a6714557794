import assert from "node:assert/strict";
import { test } from "node:test";
import { isMoment, movedBy, withMomentsSoon } from "./moments.ts";

// A Sunday.
const now = () => Date.UTC(2026, 2, 1, 12);

test("a day and a moment are told from other texts", () => {
  for (const text of ["2026-03-01", "2026-03-01T10:00:00Z", "2026-03-01 10:00:00+02:00"])
    assert.ok(isMoment(text));
  for (const text of ["2026-13-01", "20260301", "0326-03-01", "2026-03-01-7", 20260301])
    assert.ok(!isMoment(text));
});

test("what is past, or far ahead, is moved by weeks into the next days, and keeps its length and its day of the week", () => {
  const soon = (from: string, to: string) => withMomentsSoon({ from, span: [{ to }], note: "x" }, now);
  const next = (from: string, to: string) => ({ from, span: [{ to }], note: "x" });
  // Each begins on a Tuesday.
  assert.deepEqual(soon("2020-06-02", "2020-06-04T10:00:00Z"), next("2026-03-03", "2026-03-05T10:00:00Z"));
  assert.deepEqual(soon("2126-06-04", "2126-06-06T10:00:00Z"), next("2026-03-03", "2026-03-05T10:00:00Z"));
});

test("a moment is moved by days, or by parts of one, on the clock that it shows", () => {
  const by = (days: number, at: string) => movedBy(days, { at }, ["/at"]);
  assert.deepEqual(by(1, "2026-02-28"), { at: "2026-03-01" });
  assert.deepEqual(by(1, "2026-02-28T22:30:15.5+02:00"), { at: "2026-03-01T22:30:15.5+02:00" });
  assert.deepEqual(by(1 / 8, "2026-02-28 22:30:15+02:00"), { at: "2026-03-01 01:30:15+02:00" });
});

test("what is years before all else, such as a birthday, stays", () => {
  assert.deepEqual(withMomentsSoon({ born: "1990-05-01", from: "2020-06-02" }, now), {
    born: "1990-05-01",
    from: "2026-03-03",
  });
});

test("what is soon already stays, and so does what has no moments", () => {
  assert.equal(withMomentsSoon({ on: "2026-03-02" }, now), null);
  assert.equal(withMomentsSoon({ on: "2026-03-08" }, now), null);
  assert.deepEqual(withMomentsSoon({ on: "2026-03-01" }, now), { on: "2026-03-08" }, "today");
  assert.equal(withMomentsSoon({ name: "a" }, now), null);
  assert.equal(withMomentsSoon("2020-01-01", now), null);
});
