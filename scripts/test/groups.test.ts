import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { inTemporaryFolder } from "../kit/temporary-folder.ts";
import { groupsOf } from "./groups.ts";

const plain = 'import { test } from "node:test";\n\ntest("holds", () => {});\n';

/** The groups of files with these texts. */
const grouped = (files: Readonly<Record<string, string>>) =>
  inTemporaryFolder((root) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return groupsOf(root, Object.keys(files)).map(({ paths }) => paths);
  });

test("short files of a folder and those below share a process, and each file is in one group", () => {
  const files = ["src/core/a.test.ts", "src/core/b/c.test.ts", "src/http/d.test.ts", "src/e.test.ts"];
  assert.deepEqual(grouped(Object.fromEntries(files.map((path) => [path, plain]))), [
    ["src/core/a.test.ts", "src/core/b/c.test.ts"],
    ["src/http/d.test.ts"],
    ["src/e.test.ts"],
  ]);
});

for (const [what, text] of [
  ["a hook before all tests", "before(async () => {});\n"],
  ["a hook before each test", "beforeEach(() => {});\n"],
  ["a hook after each test", "afterEach(close);\n"],
  ["work before the first test", "const one = await two();\n"],
  ["work whose result nobody keeps", "await two();\n"],
] as const) {
  test(`a file with ${what} has a process of its own`, () => {
    const files = {
      "src/core/a.test.ts": plain,
      "src/core/b.test.ts": plain + text,
      "src/core/c.test.ts": plain,
    };
    assert.deepEqual(
      new Set(grouped(files).map((paths) => paths.join())),
      new Set(["src/core/a.test.ts,src/core/c.test.ts", "src/core/b.test.ts"]),
    );
  });
}

test("a hook within a suite, or at the end of everything, acts on no other file", () => {
  const files = {
    "src/core/a.test.ts": `${plain}describe("it", () => {\n  beforeEach(() => {});\n});\n`,
    "src/core/b.test.ts": `${plain}after(() => {});\n`,
  };
  assert.deepEqual(grouped(files), [Object.keys(files)]);
});

test("a file that takes seconds begins before all others, in a process of its own", () => {
  const files = {
    "src/core/a.test.ts": plain,
    "conformance/selftest/plain-b.test.ts": plain,
    "conformance/selftest/plain-c.test.ts": plain,
  };
  assert.deepEqual(grouped(files).slice(0, 2), [
    ["conformance/selftest/plain-b.test.ts"],
    ["conformance/selftest/plain-c.test.ts"],
  ]);
});

test("a folder that calculates for long begins before the files that mostly wait", () => {
  const waiting = "conformance/report/html/browser.test.ts";
  const files = ["conformance/base/a.test.ts", waiting, "conformance/checks/a.test.ts"];
  assert.deepEqual(grouped(Object.fromEntries(files.map((path) => [path, plain]))), [
    ["conformance/checks/a.test.ts"],
    [waiting],
    ["conformance/base/a.test.ts"],
  ]);
});

test("long proofs in memory share a process, which begins before those of short files", () => {
  const proofs = [
    "conformance/selftest/sample/lawful.test.ts",
    "conformance/selftest/cards/walks-in-company.test.ts",
  ];
  const files = { "src/core/a.test.ts": plain, [proofs[0] ?? ""]: plain, [proofs[1] ?? ""]: plain };
  assert.deepEqual(grouped(files), [proofs, ["src/core/a.test.ts"]]);
});

test("what needs the site shares a process, and no other file of its folder does", () => {
  const site = ["scripts/docs/figures-table.test.ts", "scripts/docs/site.browser.test.ts"];
  const files = [...site, "scripts/docs/names.test.ts"];
  assert.deepEqual(grouped(Object.fromEntries(files.map((path) => [path, plain]))), [
    site,
    ["scripts/docs/names.test.ts"],
  ]);
});
