import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withTemporaryFolder } from "../kit/temporary-folder.ts";
import { bundleGroups } from "./bundle.ts";

/** Runs one test file with this text as test.ts does. */
const ran = (text: string) =>
  withTemporaryFolder(async (root) => {
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
    writeFileSync(
      join(root, "a.test.ts"),
      `import { before, describe, it, test } from "node:test";\n${text}`,
    );
    const groups = [{ name: "a", paths: ["a.test.ts"] }];
    const [path = ""] = await bundleGroups(root, groups, join(root, "out"));
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return spawnSync(process.execPath, ["--test-reporter", "tap", path], { encoding: "utf8", env });
  });

test("no hook sees the promises of a test, and those of a suite stand in it", async () => {
  const { status, stdout } = await ran(`
    import { executionAsyncId } from "node:async_hooks";
    describe("suite", () => {
      let ready = false;
      before(async () => { ready = await Promise.resolve(true); });
      it("inner", async () => {
        await new Promise((resolve) => setImmediate(resolve));
        console.log("ready", ready, "promise", await Promise.resolve().then(() => executionAsyncId()));
      });
    });
    test("outer", (t) => t.test("below", () => {}));
  `);
  assert.equal(status, 0, stdout);
  // A promise that a hook follows has a number of its own.
  assert.match(stdout, /^# ready true promise 0$|^ready true promise 0$/m);
  assert.match(
    stdout,
    /^ {4}ok 1 - inner$[\s\S]*^ok 1 - suite$[\s\S]*^ {4}ok 1 - below$[\s\S]*^ok 2 - outer$/m,
  );
});

for (const [what, text] of [
  ["fails", 'test("one", async () => { await null; throw new Error("seen"); });'],
  ["leaves a rejection to nobody", 'test("one", async () => { void Promise.reject(new Error("seen")); });'],
  [
    "throws when it has a turn of its own",
    'test("one", () => new Promise(() => setImmediate(() => { throw new Error("seen"); })));',
  ],
  ["waits for what never comes", 'test("one", () => new Promise(() => {})); // seen'],
] as const) {
  test(`a test that ${what} still fails the file`, async () => {
    const { status, stdout, stderr } = await ran(text);
    assert.notEqual(status, 0, stdout);
    if (text.includes("Error")) assert.match(stdout + stderr, /seen/);
  });
}
