/** CI uses the installed package on every Node it is made for; the whole matrix is `npm run test:runtimes`. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { makeCase } from "./runtimes/case.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

const script = fileURLToPath(new URL("./runtimes.ts", import.meta.url));
const wanted = ["node-20", "node-22", "node-24"];
const runtimes = (...args: string[]) =>
  spawnSync(process.execPath, ["--import", "tsx", script, ...args], { encoding: "utf8" });

const thorough = process.env.REQUIRE_ALL === "1" || process.env.CI === "true";
const why = "installs runtimes from npm; runs with REQUIRE_ALL=1, and by hand as npm run test:runtimes";

test("the installed package works on Node 20, 22 and 24", { skip: thorough ? false : why }, () => {
  const { status, stdout, stderr } = runtimes("--only", wanted.join());
  assert.equal(status, 0, stdout + stderr);
  for (const name of wanted) {
    const major = name.replace("node-", "");
    assert.match(stdout, new RegExp(`^ok +${name} +works on node ${major}\\.`, "m"));
  }
});

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
  const listed = runtimes("--list").stdout.trim().split("\n");
  for (const name of [...wanted, "node-26", "bun", "deno", "publint", "attw"])
    assert.ok(listed.includes(name));
});
