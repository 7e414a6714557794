import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Verdict } from "../base/events.ts";
import { type Judgement, judge } from "../checks/kit/verdict.ts";
import { confirmed, isStillOpen, mostTimes, unconfirmed } from "./confirm.ts";

const judgement = (verdict: Verdict, message: string, exchanges: readonly string[] = []): Judgement => ({
  ...judge("stated", []),
  verdict,
  message,
  exchanges,
});
const first = judgement("failed", "It is wrong.", ["x1", "x2"]);

describe("a contradiction that was asked for again", () => {
  it("has failed where it contradicts again, with what was seen both times", () => {
    const both = confirmed(first, judgement("failed", "It is wrong again.", ["x8", "x9"]), 2);
    assert.equal(both.verdict, "failed");
    assert.equal(both.message, "It is wrong.");
    assert.deepEqual(both.exchanges, ["x1", "x8", "x9", "x2"]);
  });
  for (const verdict of ["passed", "observed", "inconclusive"] as const) {
    it(`is inconclusive where it then is ${verdict}`, () => {
      const result = confirmed(first, judgement(verdict, "all was well", ["x8"]), 4);
      assert.equal(result.verdict, "inconclusive");
      assert.equal(result.message, "Once in 4: It is wrong. Asked again: all was well.");
      assert.deepEqual(result.exchanges, ["x1", "x8", "x2"]);
    });
    it(`is asked for again after ${verdict}, but not without end`, () => {
      assert.equal(isStillOpen(judgement(verdict, ""), 2), true);
      assert.equal(isStillOpen(judgement(verdict, ""), mostTimes), false);
    });
  }
  it("stands where it can't be asked for twice", () => {
    assert.equal(confirmed(first, judgement("skipped", "needs a wait"), 2), first);
    assert.equal(isStillOpen(judgement("skipped", ""), 2), false);
  });
  it("is a fault of the suite where asking again breaks", () => {
    assert.equal(confirmed(first, judgement("broken", "It threw."), 2).verdict, "broken");
  });
  it("accuses nobody where the run had to end", () => {
    const result = unconfirmed(first);
    assert.equal(result.verdict, "inconclusive");
    assert.match(result.message, /^Seen once, and not asked again/);
  });
});
