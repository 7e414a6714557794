/**
 * Runs every test file of the repository, or those whose path contains one of the given words.
 *
 *     tsx scripts/test.ts [WORD…]
 *
 * Exits 1 when there is no such file: a run without tests must not look like success.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["openapi", "src", "conformance", "scripts"];

/** One more than processors, since files also wait: for servers, browsers and other processes. */
const atOnce = availableParallelism() + 1;

const words = process.argv.slice(2);
const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      join(root, folder, name),
    ),
  )
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => relative(root, path).split(sep).join("/"))
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  .sort();

if (files.length === 0) {
  console.error(`no test file matches ${words.join(" ")}`);
  process.exitCode = 1;
} else {
  // Inside another test run, node would skip every file and report success.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--test", "--test-reporter", "spec", `--test-concurrency=${atOnce}`, ...files],
    { cwd: root, env, stdio: "inherit" },
  );
  process.exitCode = status ?? 1;
}
