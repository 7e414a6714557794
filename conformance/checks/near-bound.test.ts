/** Timestamps are sent near the bound of the window: whatever its clock and pace, a conforming server is not accused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { api, operations } from "../../generated/operations.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { linesWith } from "../selftest/verdicts.ts";

const windowMs = api.timestampWindowSeconds * 1000;

/** A server, in milliseconds: how far its clock is ahead at a request, and how long requests and responses take. */
interface Timing {
  readonly ahead: (count: number) => number;
  readonly there?: number;
  readonly back?: number;
  /** By how much its Date is behind its clock. */
  readonly lag?: number;
}

/** A run against a server that compares timestamps to the millisecond. */
function judge({ ahead, there = 0, back = 0, lag = 0 }: Timing) {
  let count = 0;
  return proofRun({
    select: ({ id }) => /^timestamp\.(?:stale|fresh)/.test(id),
    sandbox: {
      faults: [{ skipsCheck: (condition) => ["timestamp.stale", "timestamp.future"].includes(condition) }],
    },
    wrap: async (request, next, clock) => {
      count += 1;
      clock.advance(there);
      const now = clock.now() + ahead(count);
      const timestamp = request.headers.get(api.headers.timestamp);
      const isOld = timestamp !== null && now - Number(timestamp) * 1000 > windowMs;
      const response = isOld ? new Response("{}", { status: 401 }) : await next(request);
      clock.advance(back);
      const headers = new Headers(response.headers);
      headers.set("date", new Date(now - lag).toUTCString());
      return new Response(response.body, { status: response.status, headers });
    },
  });
}

for (const [name, timing] of [
  ["a clock four minutes ahead", { ahead: () => 240_437 }],
  ["a clock an hour behind", { ahead: () => -3_600_500, there: 15 }],
  ["requests that take three seconds", { ahead: () => 999, there: 3000 }],
  ["responses that take three seconds", { ahead: () => -437, back: 3000 }],
  ["a Date that is a second late", { ahead: () => 0, there: 40, lag: 900 }],
  ["two servers whose clocks differ by five seconds", { ahead: (count) => (count % 2) * 5000, there: 10 }],
  ["a pace that changes", { ahead: (count) => (count % 3) * -300, there: 700, back: 90 }],
] as const satisfies readonly (readonly [string, Timing])[]) {
  test(`${name}: both sides of the bound are judged, and no rule is broken`, async () => {
    const result = await judge(timing);
    assert.deepEqual(linesWith(result, "failed"), []);
    assert.deepEqual(linesWith(result, "inconclusive"), []);
    assert.ok(result.end.summary.passed >= 4);
  });
}

test("clocks that differ by more than the widest margin leave it open", async () => {
  const result = await judge({ ahead: (count) => (count % 2) * 100_000 });
  assert.deepEqual(linesWith(result, "failed"), []);
  const signed = Object.values(operations).filter((one) => one.signed !== null);
  // Which of the two clocks a request meets may settle one of the checks of an operation, and not both.
  assert.ok(linesWith(result, "inconclusive").length > signed.length);
});
