import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { filesToRun, leftToCi, leftToProof, whatIsLeft } from "./left-to-ci.ts";

const found = ["scripts/package.test.ts", "scripts/drills/limits.test.ts", "src/token/token.test.ts"];

test("CI leaves out what the proof runs, and a run by hand what takes long as well", () => {
  assert.deepEqual(filesToRun(found, [], true), ["scripts/package.test.ts", "src/token/token.test.ts"]);
  assert.deepEqual(filesToRun(found, [], false), ["src/token/token.test.ts"]);
});

test("what is named is run, whatever it takes", () => {
  for (const isCi of [true, false])
    assert.deepEqual(filesToRun(found, ["limits", "token"], isCi), found.slice(1));
  assert.deepEqual(filesToRun(found, ["nothing"], true), []);
});

test("each of those that are left to others is there", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const all = ["conformance", "scripts", "src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  );
  assert.deepEqual(
    [...leftToCi, ...leftToProof].filter((start) => !all.some((path) => path.startsWith(start))),
    [],
  );
});

test("what is left is said, with the command that runs it", () => {
  const [toCi = "", toProof = ""] = whatIsLeft(found, false);
  assert.match(toCi, /^1 files .* REQUIRE_ALL=1 npm test$/);
  assert.match(toProof, /^1 files .* npm run proof$/);
  assert.deepEqual(whatIsLeft(found, true), [toProof]);
  assert.deepEqual(whatIsLeft(found.slice(2), false), []);
});
