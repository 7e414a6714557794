import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sampled } from "../../../src/testing/extent.ts";
import { runDefaults } from "../../run/options.ts";
import { type Effects, idle } from "../effects.ts";
import { proofRun } from "../in-memory.ts";
import { idsWith, linesWith } from "../verdicts.ts";
import { variations } from "./variations.ts";

// Of a few, and fewer are also sent what is drawn: npm run proof judges all, with what is drawn.
const judged = [
  { concurrency: 1, cases: 0, lawful: sampled(72, variations) },
  { concurrency: runDefaults.concurrency, cases: runDefaults.cases, lawful: sampled(144, variations) },
].flatMap(({ lawful, ...run }) => lawful.map((variation) => ({ run, variation })));

async function judge({ run, variation }: (typeof judged)[number]) {
  const { server, passes, restless } = variation;
  const options = server();
  const effects: Effects = new Map();
  const result = await proofRun({ ...options, effects, run: { ...run, ...options.run } });
  assert.deepEqual(linesWith(result, "failed"), []);
  assert.deepEqual(linesWith(result, "broken"), []);
  assert.deepEqual(idle(effects), [], "every part of it made a difference");
  const passed = idsWith(result, "passed").length;
  assert.ok(passed >= passes, `${passed} passed`);
  if (restless !== true) assert.equal(result.end.writes.leftChanged, null);
  assert.equal(result.end.summary.emitted, result.end.summary.expected);
}

describe("a conforming server gets no false positive", () => {
  for (const one of judged) {
    const { concurrency, cases } = one.run;
    it(`${one.variation.name}, with ${concurrency} requests at a time and ${cases} drawn`, () => judge(one));
  }
});
