import assert from "node:assert/strict";
import { test } from "node:test";
import { laterToken, narrowToken } from "../../plan/situations.ts";
import type { Spelling } from "../../plan/spellings.ts";
import { exchange } from "../../wire/testing.ts";
import { judgeNowAndThen } from "./now-and-then.ts";

/** A server that refuses every so many requests with this situation, and every so many others. */
function refusing(every: number, situation: Spelling, othersEvery = Number.POSITIVE_INFINITY, status = 400) {
  let [met, others] = [0, 0];
  return {
    isGranted: ({ response }: ReturnType<typeof exchange>) => response?.status === 200,
    send: async (row: readonly Spelling[]) => {
      const isRefused = row.includes(situation) ? ++met % every === 0 : ++others % othersEvery === 0;
      return exchange({ status: isRefused ? status : 200 });
    },
  };
}

test("what is refused every fifth time is told by the situation that matters", async () => {
  const fact = await judgeNowAndThen(refusing(5, laterToken), [[narrowToken, laterToken]]);
  assert.ok(fact?.kind === "violated");
  assert.deepEqual(fact.spelled, [laterToken]);
  assert.match(fact.received, /^400.*, 4 of 20 times, and never without it$/);
});

test("what all combinations have in common is tried, and else the first of them", async () => {
  const rows = [[narrowToken, laterToken], [laterToken]];
  const common = await judgeNowAndThen(refusing(2, laterToken), rows);
  assert.ok(common?.kind === "violated" && common.spelled?.length === 1);
  const first = await judgeNowAndThen(refusing(2, narrowToken), rows);
  assert.ok(first?.kind === "violated");
  assert.deepEqual(first.spelled, [narrowToken]);
});

test("nothing is said of rarer refusals, of those of plain requests, and of those that ask to come again", async () => {
  const rows = [[laterToken]];
  assert.equal(await judgeNowAndThen(refusing(7, laterToken), rows), null);
  assert.equal(await judgeNowAndThen(refusing(3, laterToken, 10), rows), null);
  assert.equal(await judgeNowAndThen(refusing(2, laterToken, undefined, 429), rows), null);
  assert.equal(await judgeNowAndThen(refusing(2, laterToken, undefined, 500), rows), null);
  assert.equal(await judgeNowAndThen(refusing(2, laterToken), []), null);
});
