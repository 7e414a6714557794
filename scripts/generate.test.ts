import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../src/testing/temporary-folder.ts";
import { generate } from "./generate.ts";
import { bundledScript } from "./kit/started-testing.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const description = join(root, "openapi/partner-card.yaml");
const requirements = join(root, "openapi/requirements.yaml");
const committed = join(root, "generated");

let made: Map<string, string>;

before(async () => {
  made = await generate(description, requirements);
});

/** A copy of generated/ that is gone when the test is over. */
function scratch(t: { after(fn: () => void): void }): string {
  const folder = temporaryFolder(t);
  cpSync(committed, folder, { recursive: true });
  return folder;
}

const program = await bundledScript("generate");
const run = (...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: "utf8" });

test("makes the committed files, all of them and no others", () => {
  assert.deepEqual([...made.keys()].sort(), readdirSync(committed).sort());
  for (const [name, text] of made) {
    assert.ok(readFileSync(join(committed, name), "utf8") === text, `${name} is stale; run npm run generate`);
  }
});

test("makes the same bytes each time", async () => {
  assert.deepEqual(await generate(description, requirements), made);
});

test("writes nothing of this machine or this day into a file", () => {
  for (const [name, text] of made) {
    assert.ok(!text.includes(root) && !text.includes(tmpdir()), `${name} holds a path`);
    assert.doesNotMatch(text, /20[2-9]\d-\d\d-\d\dT/, `${name} holds a date`);
  }
});

test("--skip-types leaves the types as they are, and writes all else", (t) => {
  const folder = scratch(t);
  for (const name of ["types.ts", "fields.ts"]) writeFileSync(join(folder, name), "// touched\n");
  assert.equal(run("--skip-types", "--out", folder).status, 0);
  assert.equal(readFileSync(join(folder, "types.ts"), "utf8"), "// touched\n");
  assert.equal(readFileSync(join(folder, "fields.ts"), "utf8"), made.get("fields.ts"));
});

test("--check is silent about fresh files and exits 0", () => {
  const { status, stdout, stderr } = run("--check");
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: "", stderr: "" });
});

test("--check names each stale or missing file, exits 1 and writes nothing", (t) => {
  const folder = scratch(t);
  writeFileSync(join(folder, "types.ts"), "// touched\n");
  rmSync(join(folder, "fields.ts"));
  const { status, stderr } = run("--check", "--out", folder);
  assert.equal(status, 1);
  assert.deepEqual(
    stderr
      .trim()
      .split("\n")
      .map((line) => /(\w+\.\w+) is stale; run npm run generate$/.exec(line)?.[1]),
    ["types.ts", "fields.ts"],
  );
  assert.equal(readFileSync(join(folder, "types.ts"), "utf8"), "// touched\n");
  assert.ok(!readdirSync(folder).includes("fields.ts"));
});

test("writes the stale file and no other", (t) => {
  const folder = scratch(t);
  writeFileSync(join(folder, "operations.ts"), "");
  const { status, stdout } = run("--out", folder);
  assert.deepEqual({ status, stdout }, { status: 0, stdout: "wrote operations.ts\n" });
  assert.equal(readFileSync(join(folder, "operations.ts"), "utf8"), made.get("operations.ts"));
});

test("--check names each file that it would not write, and exits 1", (t) => {
  const folder = scratch(t);
  writeFileSync(join(folder, "old.ts"), "");
  const { status, stderr } = run("--check", "--out", folder);
  assert.equal(status, 1);
  assert.match(stderr, /^\S+\/old\.ts is not written by npm run generate; delete it\n$/);
});

test("a description that is not there, is none, or is refused ends with one line and exit 1", (t) => {
  const folder = scratch(t);
  const [empty, refused] = [join(folder, "empty.yaml"), join(folder, "refused.yaml")];
  writeFileSync(empty, "openapi: 3.1.0\n");
  writeFileSync(refused, readFileSync(description, "utf8").replace(/(tokenUrl: \S+)/, "$1s"));
  for (const [path, words] of [
    [join(folder, "none.yaml"), /^\S+none\.yaml cannot be read; is the path right\?\n$/],
    [empty, /^\S+empty\.yaml:1:1: this is no OpenAPI description; it has no paths\n$/],
    [refused, /^\S+refused\.yaml:\d+:\d+: no POST of the description is at the tokenUrl .*\n$/],
  ] as const) {
    const { status, stderr } = run("--description", path, "--out", folder);
    assert.equal(status, 1);
    assert.match(stderr, words);
  }
});
