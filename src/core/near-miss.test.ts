import assert from "node:assert/strict";
import { test } from "node:test";
import { nearMiss } from "./near-miss.ts";

const limits = ["daily", "monthly", "atm", "approvalBased"];

const misspelt: Record<string, string> = {
  dialy: "daily",
  dayly: "daily",
  Daily: "daily",
  DAILY: "daily",
  dail: "daily",
  dailyy: "daily",
  montly: "monthly",
  monthyl: "monthly",
  amt: "atm",
  at: "atm",
  ATM: "atm",
  atmm: "atm",
  approvedBased: "approvalBased",
  approvalbased: "approvalBased",
};
for (const [name, meant] of Object.entries(misspelt)) {
  test(`${name} is taken for ${meant}`, () => assert.equal(nearMiss(name, limits), meant));
}

const others = [
  "weekly",
  "yearly",
  "hourly",
  "perTransaction",
  "online",
  "cap",
  "fee",
  "max",
  "a",
  "",
  "dailyLimit",
];
for (const name of [...limits, ...others, "x".repeat(100_000)]) {
  test(`${name.slice(0, 20)} is taken for nothing else`, () =>
    assert.equal(nearMiss(name, limits), undefined));
}

test("the nearest is taken", () => {
  assert.equal(nearMiss("pages", ["stages", "page", "paces"]), "page");
});
