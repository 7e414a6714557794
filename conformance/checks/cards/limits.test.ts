import assert from "node:assert/strict";
import { test } from "node:test";
import { amountField, limitText, otherValues, statedInPatch, wholeValues, writtenLimit } from "./limits.ts";

test("a limit gets another value that its schema allows, and is not removed", () => {
  const shown = [
    { approvalBased: null },
    { approvalBased: "always" },
    { approvalBased: "never" },
    { atm: 9 },
  ];
  assert.deepEqual(otherValues("approvalBased", "never", 7, shown), ["always"]);
  assert.deepEqual(otherValues("approvalBased", true, 7, []), [], "none is known");
  assert.deepEqual(otherValues("atm", 5, 7, shown), [12, -2, 9]);
  assert.deepEqual(otherValues("atm", 5, 7, [{ atm: "9" }]), [12, -2], "an amount is no text");
});

test("an object is not set as it stands: a merge patch merges it with what is there", () => {
  const shown = [{ approvalBased: { fuel: 5, travel: null } }, { approvalBased: "always" }, { atm: 9 }];
  assert.deepEqual(wholeValues("approvalBased", null, 0, shown), ["always"]);
  assert.deepEqual(wholeValues("atm", 5, 7, shown), [12, -2, 9]);
});

test("what means the same has one text", () => {
  const same = (one: unknown, other: unknown) => assert.equal(limitText(one), limitText(other));
  same("2027-01-31T00:00:00Z", "2027-01-31T01:00:00.000+01:00");
  same("250.00", "250.0");
  same(["b", "a"], ["a", "b"]);
  same({ from: 1, to: ["x", "y"] }, { to: ["y", "x"], from: 1 });
  assert.notEqual(limitText("250.00"), limitText("250.01"));
  assert.notEqual(limitText("2027-01-31"), limitText("2027-02-01"));
  assert.equal(limitText(1200), "1200");
  assert.equal(limitText("100"), '"100"');
});

test("writes name the first amount of which it is stated that a patch changes it", () => {
  const field = (name: string, requirement: "patch.daily" | "gap.patch.atm") =>
    ({ operation: "updateCardLimits", name, requirement }) as const;
  const stated = statedInPatch([
    field("atm", "gap.patch.atm"),
    { ...field("grant_type", "patch.daily"), operation: "requestToken" },
    field("currency", "patch.daily"),
    field("perDay", "patch.daily"),
  ]);
  assert.deepEqual(
    stated.map(({ name }) => name),
    ["currency", "perDay"],
  );
  assert.equal(amountField(stated, [{ atm: 0, currency: "EUR" }, { perDay: 5 }])?.name, "perDay");
  assert.equal(amountField(stated, [{ atm: 0, perDay: null }]), undefined, "no card has it as an amount");
  assert.equal(writtenLimit, "daily");
});
