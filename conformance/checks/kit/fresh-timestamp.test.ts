import assert from "node:assert/strict";
import { test } from "node:test";
import type { Alteration } from "../../wire/alteration.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "./check.ts";
import { judgeFreshTimestamps } from "./fresh-timestamp.ts";

const run = {
  probe: { session: { marginSeconds: () => 3, clock: () => ({ uncertaintyMs: 0 }) } },
} as unknown as Run;

/** What is said of a server that refuses the requests for which this holds, by their number and whether they are old. */
async function judged(isRefused: (count: number, isOld: boolean) => boolean) {
  let count = 0;
  const send = async (alteration?: Alteration) => {
    count += 1;
    return exchange({ id: `x${count}`, status: isRefused(count, alteration !== undefined) ? 400 : 200 });
  };
  return (await judgeFreshTimestamps(run, send)).map(({ kind }) => kind);
}

test("an old timestamp that is refused each time is refused for its age", async () => {
  assert.deepEqual(await judged(() => false), ["held", "held"]);
  assert.deepEqual(await judged((_, isOld) => isOld), ["violated", "violated"]);
  assert.deepEqual(await judged(() => true), ["missing", "missing"], "so is one of now");
});

test("what one of several machines refuses is told from chance by those of now", async () => {
  assert.ok((await judged((count, isOld) => isOld && count % 3 === 1)).includes("violated"));
  assert.ok(!(await judged((count) => count % 3 === 1)).includes("violated"), "whatever its age");
  assert.ok(!(await judged((count) => count === 1)).includes("violated"), "once");
});
