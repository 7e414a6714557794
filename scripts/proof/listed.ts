/** The proof by tests: those that judge a part of a list of servers judge all of it, and what CI leaves out is run. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { proveAll } from "../../src/testing/extent.ts";
import { leftToProof } from "../test/left-to-ci.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = ["conformance", "scripts", "src/client"];

/**
 * Test files, by their paths from the root of the repository, that judge some of a list, draw some of the cases, or
 * are left to the proof.
 */
export function testsOfLists(): readonly string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name.replaceAll("\\", "/")}`,
      ),
    )
    .filter((path) => path.endsWith(".test.ts"))
    .filter((path) => isLeftToProof(path) || judgesLess(readFileSync(join(root, path), "utf8")))
    .sort();
}

const isLeftToProof = (path: string): boolean => leftToProof.some((start) => path.startsWith(start));
const judgesLess = (text: string): boolean => /\b(?:oneIn|someCases)\(/.test(text);

/** Runs these tests with whole lists, and prints what they say where one fails; returns the exit code. */
export function proveLists(): number {
  const paths = testsOfLists();
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/tsx/dist/cli.mjs"), "scripts/test.ts", ...paths],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      env: { ...process.env, [proveAll]: "1" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [, passed = "0"] = /^ℹ pass (\d+)$/m.exec(stdout) ?? [];
  const [, failed = "0"] = /^ℹ fail (\d+)$/m.exec(stdout) ?? [];
  console.log(`${passed} tests of whole lists of servers passed, ${failed} failed`);
  if (status === 0) return 0;
  console.error(stdout);
  return 1;
}
