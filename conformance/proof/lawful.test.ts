import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { idsWith, proofRun } from "./in-memory.ts";
import { variations } from "./lawful.ts";

describe("a server that lawfully differs is not accused", () => {
  for (const { name, options, passes } of variations) {
    it(name, async () => {
      const result = await proofRun(options);
      const of = (verdict: string) =>
        result.checks
          .filter((check) => check.verdict === verdict)
          .map(({ id, message }) => `${id}: ${message}`);
      assert.deepEqual(of("failed"), []);
      assert.deepEqual(of("broken"), []);
      assert.ok(idsWith(result, "passed").length >= passes, `${idsWith(result, "passed").length} passed`);
      assert.equal(result.end.writes.leftChanged, null);
      assert.equal(result.end.summary.emitted, result.end.summary.expected);
    });
  }
});
