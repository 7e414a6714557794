import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, patchExchange } from "../../../wire/testing.ts";
import { judgeRefusedLater } from "./refused-later.ts";

let time = 0;
const timed = () => {
  time += 1;
  return { startedAt: time, endedAt: time };
};
const write = (id: string, daily: number, status: number) => ({
  ...patchExchange(daily, { id, alteration: "without a signature", status }),
  ...timed(),
});
const read = (id: string, daily: number) => ({
  ...exchange({
    id,
    body: { cards: [{ id: "CRD1", limits: { daily, monthly: 2, atm: 3, approvalBased: null } }] },
  }),
  ...timed(),
});
const judged = (...log: ReturnType<typeof write>[]) =>
  judgeRefusedLater(log, "updateCardLimits").map((fact) => [
    fact.kind,
    fact.kind === "violated" ? fact.exchanges : null,
  ]);

test("a value that only refused writes asked for, and that is read later, is a contradiction", () => {
  const log = [read("r1", 1), write("w1", 2, 401), write("w2", 3, 200), read("r2", 3), read("r3", 2)];
  assert.deepEqual(judged(...log), [["violated", ["w1", "r3"]]]);
});

test("one such value is asked about again, two are no chance", () => {
  const lasting = (...log: ReturnType<typeof write>[]) =>
    judgeRefusedLater(log, "updateCardLimits").map(
      (fact) => fact.kind === "violated" && fact.isLasting === true,
    );
  const one = [read("r1", 1), write("w1", 2, 401), read("r2", 2), read("r3", 2)];
  assert.deepEqual(lasting(...one), [false]);
  assert.deepEqual(lasting(...one, write("w2", 3, 401), read("r4", 3)), [true]);
});

test("a value that was there before, or that a write may have set, is none", () => {
  for (const log of [
    [read("r1", 2), write("w1", 2, 401), read("r2", 2)],
    [write("w1", 2, 401), write("w2", 2, 200), read("r1", 2)],
    [write("w1", 2, 401), write("w2", 2, 500), read("r1", 2)],
    [read("r0", 1), write("w1", 2, 401), read("r1", 1)],
  ]) {
    assert.deepEqual(judged(...log), [["held", null]]);
  }
});

test("a write that was told to come again may be carried out meanwhile; without a refusal there is nothing to say", () => {
  assert.deepEqual(judged(write("w1", 2, 409), read("r1", 2)), []);
  assert.deepEqual(judged(write("w1", 2, 200), read("r1", 2)), []);
});

test("a refusal of the other operation is for its own check", () => {
  const log = [write("w1", 2, 401), read("r1", 2)];
  assert.deepEqual(judgeRefusedLater(log, "replaceCardLimits"), []);
});

test("nothing is said where values are read that nobody asked for", () => {
  const log = [read("r1", 1), write("w1", 2, 401), write("w2", 3, 200), read("r2", 2), read("r3", 7)];
  assert.deepEqual(judged(...log), []);
});
