import assert from "node:assert/strict";
import { test } from "node:test";
import { faultNamed } from "../../sandbox/faults.ts";
import { proofRun } from "../../selftest/in-memory.ts";
import { idsWith } from "../../selftest/verdicts.ts";

test("what patches set for a moment does not excuse that a write resets it", async () => {
  const { seams } = faultNamed("write.replaces.patch");
  const result = await proofRun({ sandbox: { faults: [seams] }, countsEffects: false });
  assert.deepEqual(idsWith(result, "failed"), ["write.other-fields.patch"]);
});
