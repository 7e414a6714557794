import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeEvery } from "./every-limit.ts";

const original = { daily: 100, monthly: 1000, atm: 0 };
const written = (monthly: number, now: object, isCarriedOut = true) => ({
  ...{ exchange: exchange({}), seen: null, isCarriedOut },
  ...{ others: { monthly, atm: monthly - 1000 }, now: { ...original, ...now } },
});
const judged = (...all: readonly ReturnType<typeof written>[]) => {
  const fact = judgeEvery(original, all);
  return fact.kind === "violated" ? fact.message : fact.kind;
};

test("a limit that stays as it was each time is not set", () => {
  const left = "A PUT succeeds, and leaves atm as it was.";
  assert.equal(judged(written(1007, { monthly: 1007 }), written(1017, { monthly: 1017 })), left);
});

test("what is set once, comes later, becomes something else or is not taken is no fault", () => {
  assert.equal(judged(written(1007, { monthly: 1007, atm: 7 }), written(1017, {})), "held");
  assert.equal(judged(written(1007, {}, false), written(1017, {}, false)), "missing");
  const other = { monthly: 1005, atm: 5 };
  assert.equal(judged(written(1007, other), written(1017, other)), "missing");
  assert.equal(judged(written(1007, {})), "missing", "one alone");
  assert.equal(judged(), "missing");
});
