/** A run that is killed at any moment leaves behind what puts every card back. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { before, it } from "node:test";
import { oneIn } from "../../src/testing/extent.ts";
import { type Bundle, bundledCommand, startIn } from "./process-testing.ts";
import { judgedSandbox, runHere } from "./testing.ts";

/** Enough to meet every part of a run; the proof kills as many as that list is long. */
const kills = Math.max(12, oneIn(2, Array.from({ length: 32 })).length);
const lanes = 4;

/** Seeded, so that every run of this test is the same as far as it can be. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

let bundle: Bundle;
before(() => {
  bundle = bundledCommand();
});

it(`${kills} SIGKILLs at random moments: after "partner-card restore", no card differs`, async () => {
  let killed = 0;
  let changed = 0;

  /** Kills runs against one sandbox, which keeps its cards from one to the next. */
  const lane = async (seed: number, times: number) => {
    const random = randomFrom(seed);
    let requests = 0;
    let onRequest = () => {};
    const judged = await judgedSandbox({
      delayMs: 3,
      sandbox: { cards: 5 },
      wrap: (handler) => (request) => {
        requests += 1;
        onRequest();
        return handler(request);
      },
    });
    const folder = mkdtempSync(join(bundle.folder, "lane-"));
    const journal = join(folder, ".partner-card/journal.json");
    const run = (...args: readonly string[]) =>
      startIn(folder, [process.execPath, bundle.cli, ...args], judged.environment);
    const judge = () => run("conformance", "--cases", "0", "--allow-writes", "--quiet", "--only", "write.*");
    try {
      const { code, stderr } = await judge().ended;
      assert.equal(code, 0, stderr);
      const all = requests;
      for (let time = 0; time < times; time += 1) {
        const { child, ended } = judge();
        const last = 1 + Math.floor(random() * all);
        const moreMs = random() * 6;
        requests = 0;
        onRequest = () => {
          if (requests === last) setTimeout(() => child.kill("SIGKILL"), moreMs);
        };
        const { signal } = await ended;
        onRequest = () => {};
        if (signal === "SIGKILL") killed += 1;
        const isChanged = JSON.stringify(judged.limits()) !== JSON.stringify(judged.before);
        if (isChanged) changed += 1;
        assert.ok(!isChanged || existsSync(journal), `changed without a journal at request ${last}`);
        // Where the journal is found without a flag is the same each time; a process of its own costs much.
        const restored = await (time === 0
          ? run("restore").ended
          : runHere(["restore", "--journal", journal], judged.environment));
        assert.equal(restored.code, 0, restored.stderr);
        assert.deepEqual(judged.limits(), judged.before, `killed at request ${last} of ${all}`);
        assert.equal(existsSync(journal), false);
      }
    } finally {
      await judged.close();
    }
  };

  await Promise.all(
    Array.from({ length: lanes }, (_, index) => lane(index + 1, Math.ceil((kills - index) / lanes))),
  );
  assert.ok(killed >= kills * 0.9, `only ${killed} runs were killed before their end`);
  assert.ok(changed >= kills / 3, `only ${changed} kills left something changed`);
});
