import assert from "node:assert/strict";
import { test } from "node:test";
import { learned, type Moved, nextMove, notMoved } from "./moved-moments.ts";

const night = ["2026-03-01T20:00:00Z", "2026-03-02T08:00:00Z"];

/** By how many days each of so many is moved, where those from a bound on are refused. */
function moves(count: number, bound: number, moments = ["2026-03-01"]): readonly number[] {
  let moved: Moved = notMoved;
  return Array.from({ length: count }, () => {
    const { by, ...next } = nextMove(moved, moments);
    moved = learned(next, by, by < bound);
    return by;
  });
}

test("each is a week later than the one before, or as many as it lasts", () => {
  assert.deepEqual(moves(3, 1000), [7, 14, 21]);
  assert.deepEqual(moves(3, 1000, ["2026-03-01", "2026-03-09"]), [7, 21, 35]);
});

test("after what is too far ahead it begins anew, beside what was sent before", () => {
  assert.deepEqual(moves(8, 21), [7, 14, 21, 1, 8, 15, 2, 9]);
  assert.deepEqual(moves(8, 21, night), [7, 14, 21, 2, 9, 16, 4, 11]);
  const own = new Set(moves(15, 21).filter((by) => by !== 21));
  assert.equal(own.size, 14, "none is sent twice");
});

test("where all days are taken, those with a time begin some hours later", () => {
  const times = ["2026-03-01T08:00:00Z", "2026-03-01T09:30:00Z"];
  const sent = moves(60, 14, times);
  assert.deepEqual(sent.slice(12, 17), [6, 13, 3 / 24, 7 + 3 / 24, 1 + 3 / 24]);
  const own = sent.filter((by) => by < 14);
  assert.equal(new Set(own).size, own.length, "none is sent twice");
  assert.ok(own.length > 50);
  const long = ["2026-03-01T08:00:00Z", "2026-03-01T16:00:00Z"];
  assert.deepEqual(moves(15, 14, long).slice(-1), [8 / 24], "what takes eight hours begins eight later");
  assert.ok(
    moves(20, 14)
      .slice(16)
      .every((by) => by > 14),
    "a day has no hours",
  );
});

test("what lasts too long to stand beside the others goes on", () => {
  assert.deepEqual(moves(4, 14, ["2026-03-01", "2026-03-05"]), [7, 14, 21, 28]);
});

test("what is refused before any was accepted, or was accepted further ahead, is no bound", () => {
  assert.equal(learned(notMoved, 7, false).bound, null);
  const accepted = learned(notMoved, 14, true);
  assert.equal(learned(accepted, 7, false).bound, null);
  assert.equal(learned(accepted, 21, false).bound, 21);
});

test("a bound that was not quite met is met more closely later", () => {
  const known = learned({ ...learned(notMoved, 14, true), bound: 28 }, 21, false);
  assert.deepEqual([known.bound, known.before], [21, null]);
});

test("what is refused as well when it is sooner was refused for something else", () => {
  const refused = learned({ ...learned(notMoved, 14, true), last: 21 }, 21, false);
  const sooner = nextMove(refused, ["2026-03-01"]);
  assert.equal(sooner.by, 1);
  assert.deepEqual(
    [learned(sooner, 1, true).bound, learned(sooner, 1, false).bound, learned(sooner, 1, false).last],
    [21, null, 21],
  );
});
