import assert from "node:assert/strict";
import { test } from "node:test";
import { readOutcomes } from "./outcomes.ts";

const line = (value: object) => JSON.stringify({ partnerCard: 1, ...value });

test("outcomes are read from among a log", () => {
  const output = ["starting", line({ result: "ok", cards: ["a"] }), '{"level":"info"}', "{ no JSON"].join(
    "\n",
  );
  assert.deepEqual(readOutcomes(output), [{ task: 1, result: "ok", items: ["a"], outcome: null }]);
  assert.deepEqual(readOutcomes(line({ task: 2, result: "error", outcome: "unknown" })), [
    { task: 2, result: "error", items: null, outcome: "unknown" },
  ]);
});

test("what is no outcome says nothing: another version, another word, two for one task", () => {
  assert.deepEqual(readOutcomes(JSON.stringify({ partnerCard: 2, result: "ok" })), []);
  assert.deepEqual(readOutcomes(line({ result: "fine" })), []);
  assert.deepEqual(readOutcomes([line({ result: "ok" }), line({ result: "error" })].join("\n")), []);
  const twice = [line({ result: "ok" }), line({ task: 2, result: "error" }), line({ result: "ok" })].join(
    "\n",
  );
  assert.deepEqual(
    readOutcomes(twice).map(({ task, result }) => [task, result]),
    [
      [1, "ok"],
      [2, "error"],
    ],
    "the same line twice is one",
  );
  const [claim] = readOutcomes(line({ result: "ok", cards: [1], outcome: "done" }));
  assert.deepEqual([claim?.items, claim?.outcome], [null, null]);
});
