/**
 * Runs every test file of the repository, or those whose path contains one of the given words.
 *
 *     tsx scripts/test.ts [WORD…]
 *
 * Short files of a folder share a process, since to start one and load the suite into it takes longer than their
 * tests do. Exits 1 when there is no such file: a run without tests must not look like success.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inTemporaryFolder } from "./temporary-folder.ts";
import { type Group, groupsOf } from "./test/groups.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["openapi", "src", "conformance", "scripts"];

/** Two more than processors, since files also wait: for servers, browsers and other processes. */
const atOnce = availableParallelism() + 2;

/** A run in memory makes much that is soon gone: with a larger young generation it is collected less often. */
const fewCollections = ["--max-semi-space-size=32"];
const reporting = ["--test-reporter", "spec", `--test-concurrency=${atOnce}`];

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
  process.exitCode = inTemporaryFolder((folder) => run(groupsOf(root, files), folder));
}

/** Runs each group in a process of its own, through a file in the folder that imports its files; returns the status. */
function run(groups: readonly Group[], folder: string): number {
  // node --test goes by the names of files, whatever order they are given in.
  const entries = groups.map(({ name, paths }, index) => {
    const entry = join(folder, `${String(index).padStart(3, "0")}-${name.replaceAll("/", "-")}.mjs`);
    const imports = paths.map((path) => `import ${JSON.stringify(pathToFileURL(join(root, path)).href)};\n`);
    writeFileSync(entry, imports.join(""));
    return entry;
  });
  // Inside another test run, node would skip every file and report success.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status } = spawnSync(
    process.execPath,
    [...fewCollections, "--import", "tsx", "--test", ...reporting, ...entries],
    { cwd: root, env, stdio: "inherit" },
  );
  return status ?? 1;
}
