import assert from "node:assert/strict";
import { test } from "node:test";
import { runDefaults } from "../run/options.ts";
import { distantRun } from "./distant.ts";
import { idsWith } from "./verdicts.ts";

test("a run of the usual size against a server 100 ms away waits for its answers side by side", async (context) => {
  const { result, virtualMs } = await distantRun(100, {
    cases: runDefaults.cases,
    concurrency: runDefaults.concurrency,
    waitMs: 15_000,
    seed: 1,
  });
  assert.deepEqual(idsWith(result, "failed"), []);
  const { requests } = result.end;
  context.diagnostic(`${requests} requests in ${virtualMs / 1000} s of virtual time`);
  // One after the other, they would take 100 ms each.
  assert.ok(virtualMs < 0.4 * requests * 100, `${virtualMs} ms`);
});
