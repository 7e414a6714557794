import assert from "node:assert/strict";
import { test } from "node:test";
import { json } from "../sandbox/response.ts";
import type { Seams } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { idsWith, linesWith } from "../selftest/verdicts.ts";

/** A run against a server that answers so what is to be refused for these conditions. */
const refusing = (status: number, isMeant: (condition: string) => boolean) => {
  const reply: Seams["reply"] = (sent) => (isMeant(sent.problem?.condition ?? "") ? json(status, {}) : sent);
  const isSelected = ({ id }: { readonly id: string }) =>
    /^refused\.client-error$|^timestamp\.stale/.test(id);
  return proofRun({ select: isSelected, sandbox: { faults: [{ reply }] } });
};

test("what is answered with 503 each time, between requests that are taken, is not refused", async () => {
  const result = await refusing(503, (condition) => condition === "timestamp.stale");
  assert.deepEqual(idsWith(result, "failed"), ["refused.client-error"]);
  assert.match(linesWith(result, "failed")[0] ?? "", /otherwise than with a 4xx/);
});

test("a gateway that fails now and then is no answer to a defect", async () => {
  let refused = 0;
  const result = await refusing(503, (condition) => {
    if (condition === "timestamp.stale") refused += 1;
    return condition === "timestamp.stale" && refused % 3 === 0;
  });
  assert.deepEqual(idsWith(result, "failed"), []);
});
