import assert from "node:assert/strict";
import { test } from "node:test";
import { cardIn } from "../../../sandbox/cards/index.ts";
import { applyChange } from "../../../sandbox/change.ts";
import { proofRun } from "../../../selftest/in-memory.ts";

/** What is said of an empty patch by a server that carries it out, with or without changing something else. */
async function emptyPatch(isReset: boolean) {
  const result = await proofRun({
    sandbox: {
      faults: [
        {
          apply: (change) => {
            applyChange(change);
            const isEmpty = JSON.stringify(change.changes) === "{}";
            if (isReset && isEmpty) cardIn(change).limits.monthly -= 100;
          },
        },
      ],
    },
    select: ({ id }) => id === "gap.patch.empty",
  });
  return result.checks.find(({ id }) => id === "gap.patch.empty");
}

test("an empty patch is said to change nothing only where nothing changed", async () => {
  const usual = await emptyPatch(false);
  assert.deepEqual([usual?.verdict, usual?.answer], ["observed", "accepted"]);
  const reset = await emptyPatch(true);
  assert.equal(reset?.verdict, "inconclusive");
  assert.match(reset?.message ?? "", /^it was answered 200, and limits\.monthly changed/);
});
