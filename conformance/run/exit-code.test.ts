import assert from "node:assert/strict";
import { test } from "node:test";
import type { Summary } from "../base/events.ts";
import { exitCodeOf } from "./exit-code.ts";

const none = {
  passed: 0,
  failed: 0,
  observed: 0,
  inconclusive: 0,
  skipped: 0,
  broken: 0,
  expected: 9,
  emitted: 9,
};

const rows: readonly [what: string, counts: Partial<Summary>, incomplete: boolean, code: number][] = [
  ["all passed", { passed: 9 }, false, 0],
  ["inconclusive and skipped alone", { passed: 1, inconclusive: 4, skipped: 4 }, false, 0],
  ["incomplete", { passed: 9 }, true, 3],
  ["nothing at all, incomplete", {}, true, 3],
  ["one failed", { passed: 8, failed: 1 }, false, 1],
  ["one failed, incomplete", { failed: 1 }, true, 1],
  ["one failed, and a check of the suite broken", { failed: 1, broken: 1 }, false, 1],
  ["a check of the suite broken", { passed: 8, broken: 1 }, false, 4],
  ["a check of the suite broken, incomplete", { broken: 1 }, true, 4],
];

for (const [what, counts, incomplete, code] of rows) {
  test(`${what}: ${code}`, () => {
    assert.equal(exitCodeOf({ ...none, ...counts }, { isIncomplete: incomplete }), code);
  });
}
