import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../../wire/testing.ts";
import type { WriteDefect } from "../../kit/refusal.ts";
import type { Snapshot } from "./card-list.ts";
import type { Control } from "./card-log.ts";
import type { CardUnderTest } from "./card-under-test.ts";
import { judgeOne, type SentDefect } from "./judge-write.ts";

const card = { id: "CRD1", wrote: new Map() } as unknown as CardUnderTest;
const showing = (daily: number): Snapshot =>
  ({ cards: new Map([["CRD1", { id: "CRD1", limits: { daily } }]]), isSettled: true }) as unknown as Snapshot;
const responded = (status: number) => exchange({ status });
const control = (value: number) =>
  ({ exchange: responded(200), value, accepted: true, after: showing(value) }) as unknown as Control;
const defect = {
  check: "a.check",
  alteration: { description: "x" },
  rule: { expected: "401" },
} as WriteDefect;
const sent = (value: number, seen: Snapshot): SentDefect => ({
  value,
  isSame: false,
  exchange: responded(401),
  seen,
});

/** What came of each write of a batch with these values, all refused. */
const effectsOf = (values: readonly number[], seenAfter: (index: number) => Snapshot) => {
  const batch = values.map((value, index) => sent(value, seenAfter(index)));
  return batch.map((_, index) => judgeOne(card, defect, batch, index, control(100), control(101)).effect);
};

test("writes that left the card as it was had no effect", () => {
  const seen = showing(100);
  assert.deepEqual(
    effectsOf([1, 2, 3], () => seen),
    ["none", "none", "none"],
  );
});

test("a write that was carried out hides the others that were sent with it", () => {
  const seen = showing(2);
  assert.deepEqual(
    effectsOf([1, 2, 3], () => seen),
    ["hidden", "applied", "hidden"],
  );
});

test("where the card is read after each, nothing is hidden", () => {
  const looks = [showing(100), showing(2), showing(2)];
  assert.deepEqual(
    effectsOf([1, 2, 3], (index) => looks[index] as Snapshot),
    ["none", "applied", "none"],
  );
});
