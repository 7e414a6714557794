import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { variations } from "./conforming.ts";
import { idle } from "./effects.ts";
import { idsWith, proofRun } from "./in-memory.ts";

for (const concurrency of [1, 4]) {
  describe(`a server that lawfully differs is not accused, with ${concurrency} requests at a time`, () => {
    for (const variation of variations) {
      it(variation.name, async () => {
        const odd = "server" in variation;
        const options = odd ? variation.server() : variation.settings();
        const result = await proofRun({ ...options, run: { concurrency, ...options.run } });
        const of = (verdict: string) =>
          result.checks
            .filter((check) => check.verdict === verdict)
            .map(({ id, message }) => `${id}: ${message}`);
        assert.deepEqual(of("failed"), []);
        assert.deepEqual(of("broken"), []);
        assert.equal(result.effects.size > 0, odd, "what is odd about it is counted");
        assert.deepEqual(idle(result.effects), [], "every part of it made a difference");
        const passed = idsWith(result, "passed").length;
        assert.ok(passed >= variation.passes, `${passed} passed`);
        if (variation.restless !== true) assert.equal(result.end.writes.leftChanged, null);
        assert.equal(result.end.summary.emitted, result.end.summary.expected);
      });
    }
  });
}
