import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { createEnding, endingOf, RunEnded } from "./run-ended.ts";

test("runs that share a signal have one listener between them, and none once they have ended", () => {
  const outer = new AbortController();
  const endings = Array.from({ length: 20 }, () => createEnding(outer.signal));
  assert.equal(getEventListeners(outer.signal, "abort").length, 1);
  for (const { release } of endings) release();
  assert.equal(getEventListeners(outer.signal, "abort").length, 0);
});

test("an outer signal ends a run with its reason, also one that has aborted before", () => {
  const outer = new AbortController();
  const before = createEnding(outer.signal);
  outer.abort(new RunEnded("enough", 2));
  for (const { signal } of [before, createEnding(outer.signal)]) {
    assert.deepEqual([endingOf(signal).message, endingOf(signal).exitCode], ["enough", 2]);
  }
});
