import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { describedLimitChecks, judgeOne } from "./described-limits.ts";
import type { OtherPatch } from "./kit/other-patches.ts";

const view = (atm: unknown, isSettled = true) => ({
  cards: new Map([["CRD1", { limits: { atm } }]]),
  isSettled,
});
const patched = (status: number, then: unknown, now: unknown, other: unknown = "USD", isSettled = true) =>
  judgeOne(
    {
      card: { id: "CRD1" },
      exchange: exchange({ status }),
      other,
      before: view(then),
      after: status < 300 ? view(now, isSettled) : null,
    } as unknown as OtherPatch,
    "atm",
  );

test("a limit of which it is stated that a patch changes it has a check, and no other has", () => {
  const of = (name: string, requirement: "patch.daily" | "gap.patch.atm") =>
    describedLimitChecks([{ operation: "updateCardLimits", name, requirement }]).map(({ id }) => id);
  assert.deepEqual(of("atm", "patch.daily"), ["limit.atm.patch"]);
  assert.deepEqual(of("atm", "gap.patch.atm"), [], "it is open");
  assert.deepEqual(of("daily", "patch.daily"), [], "its checks are others");
  assert.deepEqual(of("reason", "patch.daily"), [], "no card shows it");
});

test("a patch that changes nothing, or is refused as only a wrong one may be, contradicts", () => {
  assert.equal(patched(200, "EUR", "USD").kind, "held");
  assert.equal(patched(200, "EUR", "usd").kind, "held", "what it becomes is for other checks");
  assert.equal(patched(200, 5, 900, 900).kind, "held");
  assert.match(JSON.stringify(patched(200, 5, 500, 900)), /violated.*another value.*atm 900.*atm 500/);
  assert.match(JSON.stringify(patched(200, "EUR", "EUR")), /violated.*changes nothing/);
  assert.match(JSON.stringify(patched(404, "EUR", "EUR")), /violated.*is refused/);
});

test("where nothing else is known, or it is for later, nothing is told", () => {
  assert.equal(patched(202, "EUR", "EUR").kind, "missing");
  assert.equal(patched(200, "EUR", "EUR", "USD", false).kind, "missing", "nobody waits any longer");
  assert.equal(patched(200, 5, 900, 900, false).kind, "held", "it is there already");
  assert.equal(patched(400, "EUR", "EUR").kind, "missing", "there may be reasons");
  assert.equal(patched(200, "USD", "USD").kind, "missing", "it had that value");
});
