/** A run that takes longer than the life of its keys. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { api } from "../../../generated/operations.ts";
import { proofRun } from "../in-memory.ts";
import { idsWith } from "../verdicts.ts";

it("holds a key that has been forgotten after its life against nobody", async () => {
  const result = await proofRun({
    takesMs: 300_000,
    select: ({ id }) => id.startsWith("idempotency.retry"),
    run: { cases: 300 },
  });
  assert.ok(result.end.requests * 300 > api.idempotencyKeyLifetimeSeconds, "it takes that long");
  assert.deepEqual(idsWith(result, "failed"), []);
});
