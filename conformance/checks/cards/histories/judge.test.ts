import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../../wire/testing.ts";
import type { Finding } from "./finding.ts";
import { durationMs, showsAgain } from "./judge.ts";
import type { History } from "./step.ts";

const steps: History = [{ kind: "pause" }];

function finding(card: string, field: string): Finding {
  return {
    contradicts: "other card",
    operation: "updateCardLimits",
    defect: null,
    request: "PATCH, answered 200",
    expected: "1",
    received: "2",
    place: { card, field },
    isOwn: false,
    exchanges: ["x1"],
  };
}

test("a finding is shown again by the same field of the same card, at the end of the history", () => {
  const first = finding("CRD2", "limits.daily");
  const isAgain = (again: Finding, played = steps) =>
    showsAgain({ shown: [{ finding: again, steps: played }] }, first, steps);
  assert.equal(isAgain(first), true);
  assert.equal(isAgain(finding("CRD3", "limits.daily")), false, "another card");
  assert.equal(isAgain(finding("CRD2", "limits.monthly")), false, "another field");
  assert.equal(isAgain({ ...first, contradicts: "other limit" }), false, "another rule");
  assert.equal(isAgain(first, []), false, "before its end");
});

test("a finding took as long as from its write to the end of the read that shows it", () => {
  const at = (id: string, startedAt: number, endedAt: number) => ({
    ...exchange({ id, startedAt }),
    endedAt,
  });
  const log = [at("x0", 0, 10), at("x1", 1000, 1100), at("x2", 5000, 5100), at("x3", 8000, 8050)];
  const found = finding("CRD1", "limits.monthly");
  assert.equal(durationMs(log, { ...found, exchanges: ["x1", "x3"] }), 7050);
  assert.equal(durationMs(log, { ...found, exchanges: ["x2"] }), 100);
});
