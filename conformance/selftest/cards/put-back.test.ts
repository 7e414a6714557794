/** A limit that cannot be set again is not risked: a PUT that leaves it out may clear it. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { cardIn } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { choose } from "../../sandbox/choices.ts";
import { faultNamed } from "../../sandbox/faults.ts";
import type { Seams } from "../../sandbox/seams.ts";
import { type ProofOptions, type ProofResult, proofRun } from "../in-memory.ts";
import { replacing } from "../variation.ts";
import { linesWith } from "../verdicts.ts";
import { turnedRound } from "./servers.ts";

/** Wants every signature in hexadecimal digits. */
const wantsHex = faultNamed("signature.wants-hex").seams;

/** A server whose PUT clears the limit that its body leaves out, and which may set that limit by PATCH. */
function clearsOmitted(patched: "accepted" | "refused", signature: Partial<Seams>): ProofOptions {
  const server = replacing({
    ...signature,
    apply: (change, { operation }) => {
      applyChange(change);
      if (operation === "replaceCardLimits") cardIn(change).limits.approvalBased = null;
    },
  });
  const choices = choose(
    ["gap.put.body", "amounts"],
    ["gap.approval-based.type", "boolean"],
    ["gap.patch.approval-based", patched],
  );
  return { sandbox: { ...server.sandbox, choices } };
}

/** The answer to the open question about the body of PUT, and what is left changed. */
async function outcome(patched: "accepted" | "refused", signature: Partial<Seams> = {}) {
  const { checks, end }: ProofResult = await proofRun({
    ...clearsOmitted(patched, signature),
    select: ({ id }) => id === "gap.put.body",
  });
  return { answer: checks.find(({ id }) => id === "gap.put.body")?.answer, left: end.writes.leftChanged };
}

it("sends a PUT that leaves a limit out where that limit can be put back", async () => {
  assert.deepEqual(await outcome("accepted"), { answer: "amounts", left: null });
});

it("sends none where it cannot", async () => {
  assert.deepEqual(await outcome("refused"), { answer: "unknown", left: null });
});

it("sends none either where another way of signing is tried", async () => {
  assert.equal((await outcome("accepted", wantsHex)).answer, "amounts");
  const refused = await outcome("refused", wantsHex);
  assert.equal(refused.left, null);
  assert.notEqual(refused.answer, "amounts");
});

it("finds no change where members come in another order than they were written in", async () => {
  const result = await proofRun({ ...turnedRound(), run: { cases: 0 } });
  assert.deepEqual(linesWith(result, "failed"), []);
  assert.equal(result.end.writes.leftChanged, null);
});
