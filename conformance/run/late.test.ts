import assert from "node:assert/strict";
import { test } from "node:test";
import { proofRun } from "../selftest/in-memory.ts";
import { inTime } from "../selftest/sample/judge.ts";
import { mutantSeams } from "../selftest/sample/pool.ts";
import { linesWith } from "../selftest/verdicts.ts";
import { runDefaults } from "./options.ts";

const judged = (fault: string, about: RegExp, waitMs: number = runDefaults.waitMs) =>
  proofRun({
    ...inTime,
    select: ({ id }) => about.test(id),
    run: { cases: runDefaults.cases, waitMs },
    sandbox: { faults: [mutantSeams(fault)] },
  });

test("a list that is given to any scope some seconds after the last write is found, and told so", async () => {
  const fault = "scopes.not-checked.list × two-seconds-after-write";
  const about = /^(?:scope|write)\./;
  const failed = linesWith(await judged(fault, about), "failed");
  assert.ok(failed.length > 0);
  for (const line of failed)
    assert.match(line, /^scope\.\S+\.list: .* It was not so before the first write of this run\./);
  assert.deepEqual(
    linesWith(await judged(fault, about, 1000), "failed"),
    [],
    "which takes a wait of two seconds",
  );
});

test("a token that was asked for in another spelling and lives too long is found, and told so", async () => {
  const [line = ""] = linesWith(
    await judged("token.dies-late × content-type-charset", /^token\./, 90_000_000),
    "failed",
  );
  assert.match(line, /^token\.dies: .* It was asked for in a request when Content-Type has a charset/);
});

test("a list that skips an item some seconds after the last write is found: its walks wait for nobody", async () => {
  const failed = linesWith(
    await judged("page.skips-one × two-seconds-after-write", /^(?:list|page|write|signature)\./),
    "failed",
  );
  assert.ok(
    failed.some((line) => /^list\..*It was not so before the first write/.test(line)),
    failed.join(),
  );
});

test("a run that writes nothing waits for nothing", async () => {
  const slept: number[] = [];
  const result = await proofRun({
    select: ({ id }) => /^(?:list|card)\./.test(id),
    run: { cases: runDefaults.cases, writes: false, sleep: async (ms) => void slept.push(ms) },
  });
  assert.ok(result.end.requests > 100);
  assert.deepEqual(slept, []);
});
