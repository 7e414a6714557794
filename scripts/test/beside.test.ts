/** What runs beside the tests has to succeed like them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { launcher } from "../kit/launcher-testing.ts";

test("a script that fails beside tests which pass makes the run fail, and is named", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const args = [
    launcher,
    "scripts/test.ts",
    "--beside",
    "a-script-that-is-not-there",
    "scripts/test/untracked",
  ];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
  assert.match(stdout, /fail 0/);
  assert.match(stdout, /a-script-that-is-not-there/);
  assert.match(stderr, /npm run a-script-that-is-not-there failed/);
  assert.equal(status, 1);
});
