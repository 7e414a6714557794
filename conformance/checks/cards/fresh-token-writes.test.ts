import assert from "node:assert/strict";
import { test } from "node:test";
import { proofRun } from "../../selftest/in-memory.ts";
import { mutantSeams } from "../../selftest/sample/pool.ts";
import { idsWith } from "../../selftest/verdicts.ts";

for (const [fault, failed] of [
  ["write.every-fourth-token.patch", ["token.fresh.patch"]],
  ["write.every-fourth-token.put", ["token.fresh.put"]],
  // The token is asked for between both writes.
  ["write.every-fourth-token.patch × after-write", ["token.fresh.patch"]],
  // What opens nothing is for the check of reads alone.
  ["token.dead-on-arrival", ["token.fresh"]],
] as const) {
  test(`${fault} fails ${failed.join()} alone`, async () => {
    const select = ({ id }: { id: string }) => id.startsWith("token.fresh");
    const result = await proofRun({ sandbox: { faults: [mutantSeams(fault)] }, select });
    assert.deepEqual(idsWith(result, "failed"), failed);
  });
}
