import assert from "node:assert/strict";
import { test } from "node:test";
import { WriteLedger } from "./write-ledger.ts";

test("who adds one to an amount of a run meets no other one of it", () => {
  const ledger = new WriteLedger({ save: () => undefined, onFirst: () => undefined });
  const numbers = Array.from({ length: 50 }, () => ledger.nextNumber());
  for (const number of numbers) assert.ok(!numbers.includes(number + 1), String(number));
  ledger.useSteps(100);
  assert.equal(ledger.nextNumber() % 100, 0);
});
