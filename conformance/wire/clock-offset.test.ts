import assert from "node:assert/strict";
import { test } from "node:test";
import { createServerClock } from "./clock-offset.ts";

const stamp = Date.UTC(2026, 0, 1, 0, 0, 10);
const date = new Date(stamp).toUTCString();

/** A response: its Date, and when its request was sent and it had come. */
type Response = readonly [date: string | null, sent: number, come: number];

/** What is known after these responses. */
function offsetAfter(...responses: readonly Response[]) {
  const clock = createServerClock();
  for (const response of responses) clock.learn(...response);
  return clock.offset();
}

test("a Date bounds the offset by the moments of sending and receiving, and by its whole second", () => {
  assert.deepEqual(offsetAfter([date, stamp - 50, stamp + 150]), { offsetMs: 450, uncertaintyMs: 600 });
});

test("the true offset lies within the bounds, whenever in its second the server stamped the answer", () => {
  for (const offset of [-3_600_000, -999, -1, 0, 1, 400, 86_400_000]) {
    for (const [there, back] of [
      [0, 0],
      [5, 200],
      [900, 3],
      [2500, 2500],
    ] as const) {
      for (const within of [0, 1, 500, 999]) {
        const ours = stamp + within - offset;
        const known = offsetAfter([date, ours - there, ours + back]);
        assert.ok(known !== null && Math.abs(known.offsetMs - offset) <= known.uncertaintyMs);
      }
    }
  }
});

test("what is no HTTP date says nothing", () => {
  for (const text of [
    null,
    "",
    "soon",
    "2026-01-01T00:00:10Z",
    "Thu, 1 Jan 2026 00:00:10 GMT",
    "Thu, 99 Jan 2026 00:00:10 GMT",
    `${date}, ${date}`,
  ]) {
    assert.equal(offsetAfter([text, 0, 0]), null, String(text));
  }
});

test("several responses narrow the bounds; the newer ones win where they contradict each other", () => {
  const first = [date, stamp - 50, stamp + 150] as const;
  assert.deepEqual(offsetAfter(first, [date, stamp + 700, stamp + 900]), {
    offsetMs: 75,
    uncertaintyMs: 225,
  });
  const later = [date, stamp + 2000, stamp + 2200] as const;
  assert.deepEqual(offsetAfter(first, later), offsetAfter(later));
});

/** The margin after responses, for a request that takes this long. */
function marginAfter(arrivalMs: number, ...responses: readonly Response[]): number | null {
  const clock = createServerClock();
  for (const response of responses) clock.learn(...response);
  return clock.margin(arrivalMs);
}

test("the margin covers what is not known of the clock, a second, and the way of the request", () => {
  const sharp = [date, stamp + 300, stamp + 310] as const;
  assert.equal(marginAfter(0, sharp), 3, "a server may have another clock for timestamps");
  assert.equal(marginAfter(1600, sharp), 4);
  assert.equal(marginAfter(3000, sharp), 5);
  assert.equal(marginAfter(0, [date, stamp - 3000, stamp + 3000]), 5);
  assert.equal(marginAfter(3_600_000, sharp), 30);
});

test("there is no margin where the clock is not known, or known too vaguely", () => {
  assert.equal(marginAfter(0), null);
  assert.equal(marginAfter(0, [null, stamp, stamp]), null);
  assert.equal(marginAfter(0, [date, stamp - 30_000, stamp + 30_000]), null);
});

test("responses of servers whose clocks differ widen the margin by that", () => {
  const ahead = [date, stamp - 5000, stamp - 5000] as const;
  const behind = [date, stamp, stamp] as const;
  assert.equal(marginAfter(0, ahead), 3);
  assert.equal(marginAfter(0, ahead, behind, ahead, behind), 6);
  assert.equal(marginAfter(0, behind, [date, stamp + 90_000, stamp + 90_000]), null);
});
