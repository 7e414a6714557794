import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../src/testing/temporary-folder.ts";

const command = fileURLToPath(new URL("lint-description.ts", import.meta.url));

const lint = (...files: string[]) =>
  spawnSync(process.execPath, ["--import", "tsx", command, ...files], { encoding: "utf8" });

test("says one line about a good description and exits 0", () => {
  const { status, stdout, stderr } = lint();
  assert.deepEqual(
    { status, stdout, stderr },
    { status: 0, stdout: "The description keeps every rule.\n", stderr: "" },
  );
});

test("names file, line, column and rule of each problem and exits 1", (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "requirements.yaml"), "requirements: []\n");
  writeFileSync(
    join(folder, "bad.yaml"),
    "openapi: 3.1.0\ninfo:\n  title: Bad\n  version: 1.0.0\npaths: {}\nx-unspecified: gap.a\n",
  );
  const { status, stdout, stderr } = lint(join(folder, "bad.yaml"));
  assert.equal(status, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /bad\.yaml:6:\d+ house\/extension-place-and-form .* must be array/);
  assert.doesNotMatch(stderr, /Node\.js|║/);
});

test("says what generation would refuse of a description that keeps every rule", (t) => {
  const folder = temporaryFolder(t);
  const own = (name: string) => readFileSync(new URL(`../openapi/${name}`, import.meta.url), "utf8");
  writeFileSync(join(folder, "requirements.yaml"), own("requirements.yaml"));
  const text = own("partner-card.yaml").replace(/(tokenUrl: \S+)/, "$1s");
  writeFileSync(join(folder, "elsewhere.yaml"), text);
  const { status, stdout, stderr } = lint(join(folder, "elsewhere.yaml"));
  assert.equal(status, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /elsewhere\.yaml:\d+:\d+: no POST of the description is at the tokenUrl/);
});

test("exits 1 with one reason where there is nothing to judge", () => {
  const { status, stderr } = lint("/nowhere/partner-card.yaml");
  assert.equal(status, 1);
  assert.match(stderr, /^\S*nowhere\/partner-card\.yaml does not exist; is the path right\?\n$/);
});
