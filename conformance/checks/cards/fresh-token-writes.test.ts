import assert from "node:assert/strict";
import { test } from "node:test";
import { faultNamed } from "../../sandbox/faults.ts";
import { proofRun } from "../../selftest/in-memory.ts";
import { idsWith } from "../../selftest/verdicts.ts";

for (const [fault, failed] of [
  ["write.every-fourth-token.patch", ["token.fresh.patch"]],
  ["write.every-fourth-token.put", ["token.fresh.put"]],
  // What opens nothing is for the check of reads alone.
  ["token.dead-on-arrival", ["token.fresh"]],
] as const) {
  test(`${fault} fails ${failed.join()} alone`, async () => {
    const select = ({ id }: { id: string }) => id.startsWith("token.fresh");
    const result = await proofRun({ sandbox: { faults: [faultNamed(fault).seams] }, select });
    assert.deepEqual(idsWith(result, "failed"), failed);
  });
}
