import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AskedPause, createPace } from "./pace.ts";

const [token, list, patch] = ["POST /v1/oauth/token", "GET /v1/card", "PATCH /v1/card/{id}/limits"] as const;
const start = 1_000_000;
const said = (milliseconds: number, isKept = false, isLimit = true): AskedPause => ({
  milliseconds,
  isSaid: true,
  isLimit,
  isKept,
});
const guessed: AskedPause = { milliseconds: 1000, isSaid: false, isLimit: true, isKept: true };

describe("the pace of a run", () => {
  it("is not bound by itself", () => {
    const pace = createPace(start);
    assert.deepEqual(
      [0, 0, 0].map((after) => pace.turn(list, start + after)),
      [0, 0, 0],
    );
  });
  it("keeps below a rate", () => {
    const pace = createPace(start, 4);
    assert.deepEqual(
      [0, 0, 0, 10].map((after) => pace.turn(list, start + after)),
      [0, 250, 500, 740],
    );
    assert.equal(pace.turn(list, start + 5000), 0);
  });
  it("keeps a pause that the server asks for, for all requests", () => {
    const pace = createPace(start);
    pace.asked(list, start, said(2000, true));
    assert.equal(pace.turn(list, start + 500), 1500);
    assert.equal(pace.paused(start + 500), 1500);
    assert.equal(pace.paused(start + 2500), 0);
  });
  it("knows which part of the time is left beside the pauses", () => {
    const pace = createPace(start);
    assert.equal(pace.freeShare(start), 1);
    pace.asked(list, start + 1000, said(1000, true));
    pace.asked(patch, start + 1500, said(1000, true));
    assert.equal(pace.freeShare(start + 2000), 0.5, "a pause has not been made before it is over");
    assert.equal(pace.freeShare(start + 6000), 0.75);
    pace.asked(list, start + 6000, said(900_000));
    assert.equal(pace.freeShare(start + 7500), 0.8, "one that is not kept takes no time");
  });
  it("does not keep one that is longer than there is time", () => {
    const pace = createPace(start);
    pace.asked(list, start, said(900_000));
    assert.equal(pace.turn(list, start), 0);
  });
});

describe("the pace after refusals", () => {
  /** So many requests were taken in a second, and then so many were refused at once. */
  function after(taken: number, refused: number, pause = said(1000, true)) {
    const pace = createPace(start);
    for (let number = 0; number < taken; number += 1) {
      pace.turn(list, start);
      pace.taken(list, start + number, true);
    }
    for (let number = 0; number < refused; number += 1) pace.asked(list, start + 500, pause);
    return pace;
  }
  const waits = (pace: ReturnType<typeof createPace>, time: number) => [
    pace.turn(list, time),
    pace.turn(list, time),
  ];

  it("is a little less than what was taken at once", () => {
    const pace = after(10, 3);
    assert.deepEqual(waits(pace, start + 500), [1000, 1115]);
    assert.ok(Math.abs(pace.perSecond() - 10 / 1.15) < 1e-9);
  });
  it("is as before where one alone was refused, and after a long pause", () => {
    assert.equal(after(10, 1).perSecond(), Number.POSITIVE_INFINITY);
    assert.equal(after(10, 3, said(60_000, true)).perSecond(), Number.POSITIVE_INFINITY);
    assert.equal(after(10, 3, said(1000)).perSecond(), Number.POSITIVE_INFINITY);
    assert.equal(after(10, 3, said(1000, true, false)).perSecond(), Number.POSITIVE_INFINITY, "503");
  });
  it("is as before where others had been refused for what they are: that may lock out who sent them", () => {
    const pace = after(10, 0);
    for (const number of [1, 2, 3]) pace.taken(patch, start + 100 + number, false);
    for (const _ of [1, 2, 3]) pace.asked(list, start + 500, said(1000, true));
    assert.equal(pace.perSecond(), Number.POSITIVE_INFINITY);
  });
  it("is no slower for what may be a lock-out than it had to be before", () => {
    const pace = after(10, 3);
    for (const number of [1, 2, 3]) pace.taken(patch, start + 1600 + number, false);
    for (const _ of [1, 2, 3]) pace.asked(patch, start + 1700, said(1000, true));
    pace.turn(patch, start + 1700);
    assert.equal(pace.turn(patch, start + 1700), 1115);
  });
  it("is that of the requests that were refused", () => {
    const pace = after(10, 3);
    pace.turn(patch, start + 500);
    assert.equal(pace.turn(patch, start + 500), 1000, "as soon as the pause is over");
    pace.asked(patch, start + 510, said(1000, true));
    pace.turn(patch, start + 1600);
    assert.equal(pace.turn(patch, start + 1600), 115);
  });
  it("gets slower once in each pause where that is still too fast, and never slower than one in a second", () => {
    const pace = after(10, 5);
    let time = start + 500;
    for (const milliseconds of [172.5, 258.75, 388.125, 582.1875, 873.28125, 1000, 1000]) {
      time += 1000;
      for (let number = 0; number < 10; number += 1) pace.taken(list, time, true);
      for (const _ of [1, 2, 3]) pace.asked(list, time + 10, said(1000, true));
      assert.ok(Math.abs(1000 / pace.perSecond() - milliseconds) < 1e-6, `${1000 / pace.perSecond()}`);
      time += 10;
    }
  });
});

describe("the limit of a server in words", () => {
  /** So many requests are taken, then none, for whatever kind. */
  function limited(most: number, pause: AskedPause, kinds: readonly string[] = [token, list, patch]) {
    const pace = createPace(start);
    for (let number = 0; number < most; number += 1) pace.taken(list, start + number, true);
    for (const kind of kinds) {
      pace.asked(kind, start + 500, pause);
      pace.gaveUp(kind);
    }
    return pace;
  }
  it("is nothing as long as nothing was given up", () => {
    const pace = createPace(start);
    pace.taken(list, start, true);
    pace.asked(list, start, said(1000, true));
    assert.equal(pace.problem(), null);
  });
  it("has number and time where the server says for how long", () => {
    assert.match(
      limited(100, said(900_000)).problem() ?? "",
      /^the server allows about 100 requests in 15 min/,
    );
  });
  it("stays the same when the server says so again", () => {
    const pace = limited(100, said(900_000));
    const before = pace.problem();
    pace.asked(list, start + 5000, said(900_000));
    assert.equal(pace.problem(), before);
  });
  it("has only the number where the time is not said", () => {
    const pace = limited(100, guessed);
    pace.asked(list, start + 3500, guessed);
    assert.match(pace.problem() ?? "", /^the server took about 100 requests, and then none for 4\.0 s/);
  });
  it("counts answers that were on their way", () => {
    const pace = limited(98, said(900_000));
    pace.taken(list, start + 490, true);
    pace.taken(list, start + 495, true);
    assert.match(pace.problem() ?? "", /about 100 requests/);
  });
  it("names the operation where others are taken all the while", () => {
    const pace = limited(50, said(900_000), [patch]);
    pace.taken(list, start + 600, true);
    pace.asked(patch, start + 700, said(900_000));
    assert.match(
      pace.problem() ?? "",
      /^the server takes no more of PATCH \/v1\/card\/\{id\}\/limits for 15 min/,
    );
  });
  it("does not invent a number where nothing was ever taken", () => {
    assert.match(limited(0, guessed).problem() ?? "", /^the server takes no request for now/);
  });
});

describe("a server that takes nothing for now", () => {
  it("is at an end after some refusals in a row, of more than one kind", () => {
    const pace = createPace(start);
    for (let time = 0; time < 20; time += 1) pace.asked(token, start, said(900_000));
    assert.equal(pace.isAtAnEnd(), false, "one kind may have a limit of its own");
    pace.asked(list, start, said(900_000));
    assert.equal(pace.isAtAnEnd(), true);
    pace.taken(list, start + 1, true);
    assert.equal(pace.isAtAnEnd(), false);
  });
  it("is waited for in vain once for each kind, until one is taken", () => {
    const pace = createPace(start);
    pace.waitedInVain(patch);
    assert.deepEqual([pace.isWorthWaiting(patch), pace.isWorthWaiting(list)], [false, true]);
    pace.taken(patch, start, true);
    assert.equal(pace.isWorthWaiting(patch), true);
  });
});
