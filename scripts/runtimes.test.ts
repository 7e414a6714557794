/** The package is used on the runtimes by package.test.ts, where it is packed. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { bundledScript } from "./kit/started-testing.ts";
import { inTemporaryFolder } from "./kit/temporary-folder.ts";
import { makeCase } from "./runtimes/case.ts";

const wanted = ["node-20", "node-22", "node-24"];
const script = await bundledScript("runtimes");
const runtimes = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });

test("the program of the runtimes works with the sources as well", () => {
  inTemporaryFolder((folder) => {
    writeFileSync(join(folder, "case.json"), JSON.stringify(makeCase()));
    const tsx = import.meta.resolve("tsx");
    const program = fileURLToPath(new URL("./runtimes/use.ts", import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, ["--import", tsx, program], {
      cwd: folder,
      encoding: "utf8",
    });
    assert.match(stdout, /^works on node /, stderr);
  });
});

test("what is not in the matrix is refused, with what is", () => {
  const unknown = runtimes("--only", "node-20,node-4");
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /^There is no node-4\. There are: .*node-20, node-22, node-24/);
  const packed = runtimes("--package", "none.tgz");
  assert.equal(packed.status, 2);
  assert.equal(packed.stderr, "none.tgz is not there; npm pack makes it\n");
  const listed = runtimes("--list").stdout.trim().split("\n");
  for (const name of [...wanted, "node-26", "bun", "deno", "publint", "attw"])
    assert.ok(listed.includes(name));
});
