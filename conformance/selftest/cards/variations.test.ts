import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runDefaults } from "../../run/options.ts";
import { idle } from "../effects.ts";
import { proofRun } from "../in-memory.ts";
import { idsWith, linesWith } from "../verdicts.ts";
import { variations } from "./variations.ts";

/** What is drawn takes as long as all the rest: one in three is sent it here, and all by npm run proof. */
const drawn = variations.filter((_, index) => index % 3 === 0);

for (const [concurrency, cases, lawful] of [
  [1, 0, variations],
  [runDefaults.concurrency, runDefaults.cases, drawn],
] as const) {
  describe(`a conforming server gets no false positive, with ${concurrency} requests at a time and ${cases} drawn`, () => {
    for (const { name, passes, server, restless = false } of lawful) {
      it(name, async () => {
        const options = server();
        const result = await proofRun({ ...options, run: { concurrency, cases, ...options.run } });
        assert.deepEqual(linesWith(result, "failed"), []);
        assert.deepEqual(linesWith(result, "broken"), []);
        assert.deepEqual(idle(result.effects), [], "every part of it made a difference");
        const passed = idsWith(result, "passed").length;
        assert.ok(passed >= passes, `${passed} passed`);
        if (!restless) assert.equal(result.end.writes.leftChanged, null);
        assert.equal(result.end.summary.emitted, result.end.summary.expected);
      });
    }
  });
}
