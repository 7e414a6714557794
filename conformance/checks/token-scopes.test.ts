import assert from "node:assert/strict";
import { test } from "node:test";
import { faultNamed } from "../sandbox/faults.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { linesWith } from "../selftest/verdicts.ts";

test("scopes that are joined by commas only where fewer than all are asked for are found", async () => {
  const { seams } = faultNamed("token.scope-commas-in-fewer");
  const lines = linesWith(await proofRun({ sandbox: { faults: [seams] } }), "failed");
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /^token\.scopes\.granted: .* without a space between them\./);
});
