import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { summarize } from "../base/summary.ts";
import { checkEvent } from "../report/testing.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { idsWith, isMadeForAny } from "../selftest/verdicts.ts";
import { type Circumstances, whyIncomplete } from "./summary.ts";

const complete: Circumstances = {
  tokenProblem: null,
  stopped: null,
  limited: null,
  leftChanged: null,
  unseen: [],
  unjudged: [],
  strict: false,
  inapplicable: 0,
};

describe("why a run is incomplete", () => {
  const summary = summarize([checkEvent("a", "passed"), checkEvent("b", "inconclusive")], 2);

  it("is not that a check is inconclusive, unless --strict", () => {
    assert.deepEqual(whyIncomplete(summary, complete), []);
    assert.deepEqual(whyIncomplete(summary, { ...complete, strict: true }), [
      "1 check is inconclusive (--strict)",
    ]);
  });

  it("is never that a rule cannot apply to the server", () => {
    assert.deepEqual(whyIncomplete(summary, { ...complete, strict: true, inapplicable: 1 }), []);
  });
});

describe("an operation that no check judges", () => {
  const unjudged = [{ method: "POST", path: "/v1/thing/{id}/block" }] as const;
  const summary = summarize([checkEvent("a", "passed")], 1);

  it("makes every run incomplete, and is named", () => {
    assert.deepEqual(whyIncomplete(summary, { ...complete, unjudged }), [
      "Can't say: POST /v1/thing/{id}/block is judged by no check",
    ]);
  });
});

describe("--strict", () => {
  it("lets the sandbox conform, which has no path prefix", async () => {
    const select = ({ id }: { readonly id: string }) => !isMadeForAny(id);
    const result = await proofRun({ run: { strict: true }, select });
    assert.deepEqual(idsWith(result, "inconclusive"), ["gap.signature.prefix"]);
    assert.deepEqual(result.end.incomplete, []);
    assert.equal(result.end.exitCode, 0);
  });

  it("counts what a longer list would show", async () => {
    const result = await proofRun({ sandbox: { cards: 1 }, run: { strict: true } });
    const inconclusive = idsWith(result, "inconclusive").length;
    assert.deepEqual(result.end.incomplete, [`${inconclusive - 1} checks are inconclusive (--strict)`]);
    assert.equal(result.end.exitCode, 3);
  });
});
