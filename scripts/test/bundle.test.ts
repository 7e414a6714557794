import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { withTemporaryFolder } from "../kit/temporary-folder.ts";
import { bundleGroups } from "./bundle.ts";

test("every file of a group runs, knows where it stands, and fails with its own line", async () => {
  await withTemporaryFolder(async (root) => {
    mkdirSync(join(root, "src"));
    // As in this repository, where no module but a test has side effects.
    writeFileSync(join(root, "package.json"), '{ "type": "module", "sideEffects": false }');
    writeFileSync(join(root, "src/where.ts"), "export const where: string = import.meta.url;\n");
    for (const name of ["a", "b"]) {
      const text = `import { where } from "./where.ts";\n\nconsole.log("${name}", import.meta.url, where);\n`;
      writeFileSync(join(root, `src/${name}.test.ts`), text);
    }
    writeFileSync(join(root, "src/c.test.ts"), 'const name = "c";\n\nthrow new Error(name);\n');
    const groups = [
      { name: "src", paths: ["src/a.test.ts", "src/b.test.ts"] },
      { name: "src/c.test.ts", paths: ["src/c.test.ts"] },
    ];
    const bundles = await bundleGroups(root, groups, join(root, "out"));
    assert.deepEqual(
      bundles.map((path) => basename(path)),
      ["000-src.mjs", "001-src-c.test.ts.mjs"],
    );
    const run = (path = "") =>
      spawnSync(process.execPath, ["--enable-source-maps", path], { encoding: "utf8" });
    const url = (name: string) => pathToFileURL(join(root, "src", name)).href;
    assert.equal(
      run(bundles[0]).stdout,
      ["a", "b"].map((name) => `${name} ${url(`${name}.test.ts`)} ${url("where.ts")}\n`).join(""),
    );
    assert.match(run(bundles[1]).stderr, /src\/c\.test\.ts:3:\d+/);
  });
});
