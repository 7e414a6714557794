import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runDefaults } from "../../run/options.ts";
import { idle } from "../effects.ts";
import { proofRun } from "../in-memory.ts";
import { idsWith, linesWith } from "../verdicts.ts";
import { variations } from "./variations.ts";

for (const concurrency of [1, 4]) {
  // Counting takes half of the time.
  const countsEffects = concurrency === 1;
  describe(`a conforming server gets no false positive, with ${concurrency} requests at a time`, () => {
    for (const [index, { name, passes, server, restless = false }] of variations.entries()) {
      // What is drawn takes as long as all the rest: one in three is sent it here, and all by npm run proof.
      const isDrawn = concurrency > 1 && index % 3 === 0;
      it(name, async () => {
        const options = server();
        const cases = isDrawn ? runDefaults.cases : 0;
        const result = await proofRun({
          ...options,
          countsEffects,
          run: { concurrency, cases, ...options.run },
        });
        assert.deepEqual(linesWith(result, "failed"), []);
        assert.deepEqual(linesWith(result, "broken"), []);
        if (countsEffects) assert.deepEqual(idle(result.effects), [], "every part of it made a difference");
        const passed = idsWith(result, "passed").length;
        assert.ok(passed >= passes, `${passed} passed`);
        if (!restless) assert.equal(result.end.writes.leftChanged, null);
        assert.equal(result.end.summary.emitted, result.end.summary.expected);
      });
    }
  });
}
