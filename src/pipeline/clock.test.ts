import assert from "node:assert/strict";
import { test } from "node:test";
import { ResponseError } from "../core/errors.ts";
import { readClock, speaksOfTime, timestampIsSuspect, timestampOf } from "./clock.ts";

const now = Date.UTC(2026, 0, 1, 12);
const dated = (ms: number, more: Record<string, string> = {}) =>
  new Headers({ date: new Date(ms).toUTCString(), ...more });
const seconds = (ms: number) => Math.floor(ms / 1000);

test("the offset is taken at the middle of the exchange", () => {
  assert.equal(readClock(dated(now + 60_000), now - 1000, now + 2000, undefined)?.offsetMs, 60_000);
});

test("an answer from a cache, without Date or with a malformed one says nothing", () => {
  assert.equal(readClock(dated(now, { age: "5" }), now, now, 1), undefined);
  assert.equal(readClock(new Headers(), now, now, 1), undefined);
  assert.equal(readClock(new Headers({ date: "yesterday" }), now, now, 1), undefined);
});

test("the timestamp is suspect from 30 s on, in both directions", () => {
  const suspect = (skew: number) => timestampIsSuspect(readClock(dated(now + skew), now, now, seconds(now)));
  assert.deepEqual([-31_000, -20_000, 0, 20_000, 30_000].map(suspect), [true, false, false, false, true]);
});

test("skew counts from what was signed, so a request that waited too long is suspect with right clocks", () => {
  const reading = readClock(dated(now), now, now, seconds(now - 400_000));
  assert.equal(timestampIsSuspect(reading), true);
  assert.ok(Math.abs(reading?.offsetMs ?? 1e9) <= 500, "the clock itself is right");
});

test("an unsigned request has no suspect timestamp", () => {
  assert.equal(timestampIsSuspect(readClock(dated(now + 1e6), now, now, undefined)), false);
});

test("more than a day off says more about the Date than about the clock", () => {
  assert.equal(timestampIsSuspect(readClock(dated(now + 25 * 3_600_000), now, now, seconds(now))), false);
});

test("the timestamp is Unix time in whole seconds, corrected", () => {
  assert.equal(timestampOf(1_767_225_600_999, 0), 1_767_225_600);
  assert.equal(timestampOf(1_767_225_600_000, -1), 1_767_225_599);
});

test("some refusals say that they are about the time", () => {
  const says = (serverMessage?: string, serverType?: string) =>
    speaksOfTime(new ResponseError("refused", "x", { status: 400, cause: {}, serverMessage, serverType }));
  assert.deepEqual(
    [says("The request is too old."), says(undefined, "StaleTimestamp"), says("Your clock is wrong")],
    [true, true, true],
  );
  assert.deepEqual([says(), says("The token has expired."), says("Try another time")], [false, false, false]);
});
