/**
 * Runs the test files of the repository, or those whose path contains one of the given words. Without words, those
 * that take long run with REQUIRE_ALL=1 alone, as in CI, and some in the proof alone.
 *
 *     tsx scripts/test.ts [--beside SCRIPT] [WORD…]
 *
 * Short files of a folder share a process, since to start one and load the suite into it takes longer than their
 * tests do. Exits 1 when there is no such file: a run without tests must not look like success.
 *
 * `--beside` runs a script of package.json at the same time, as tests often leave a processor idle, and prints what it
 * said when it has ended. It has to succeed as well.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { keysForAll, keysVariable } from "../src/testing/keys.ts";
import { bundleGroups } from "./test/bundle.ts";
import { groupsOf } from "./test/groups.ts";
import { filesToRun, whatIsLeft } from "./test/left-to-ci.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["openapi", "src", "conformance", "scripts"];

/** Four more than processors, since files also wait: for servers, browsers and other processes. */
const atOnce = availableParallelism() + 4;

/** Each process has one thread to collect garbage, since there are as many processes as there is work for. */
const oneThread = "--single-threaded-gc";
/** There, npm is a script, which only a shell starts. */
const onWindows = process.platform === "win32";
const reporting = ["--test-reporter", "spec", `--test-concurrency=${atOnce}`];

const { values, positionals: words } = parseArgs({
  options: { beside: { type: "string" } },
  allowPositionals: true,
});
const found = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      join(root, folder, name),
    ),
  )
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => relative(root, path).split(sep).join("/"))
  .sort();
const isCi = process.env.REQUIRE_ALL === "1";
const files = filesToRun(found, words, isCi);

if (files.length === 0) {
  console.error(`no test file matches ${words.join(" ")}`);
  process.exitCode = 1;
} else {
  // Below the repository, where packages are found, and in a folder that git ignores.
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/tests-"));
  try {
    const paths = await bundleGroups(root, groupsOf(root, files), folder);
    // Ctrl-C ends the tests, which get it as well; then the folder is removed.
    process.on("SIGINT", () => {});
    const beside = values.beside === undefined ? null : runScript(values.beside);
    const status = await run(paths);
    const besideStatus = (await beside) ?? 0;
    if (words.length === 0) for (const line of whatIsLeft(found, isCi)) console.log(line);
    if (besideStatus !== 0) console.error(`npm run ${values.beside} failed: what it said stands above`);
    process.exitCode = status || besideStatus;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs each of these files in a process of its own; resolves to the status. */
async function run(paths: readonly string[]): Promise<number> {
  // Inside another test run, node would skip every file and report success.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const tests = spawn(
    process.execPath,
    ["--enable-source-maps", oneThread, "--test", ...reporting, ...paths],
    { cwd: root, env: { ...env, [keysVariable]: keysForAll() }, stdio: "inherit" },
  );
  const [status] = (await once(tests, "exit")) as [number | null];
  return status ?? 1;
}

/** Runs a script of package.json, and prints what it said once it has ended; resolves to its status. */
async function runScript(name: string): Promise<number> {
  const script = spawn("npm", ["run", name], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    shell: onWindows,
  });
  const said: Buffer[] = [];
  for (const stream of [script.stdout, script.stderr]) stream.on("data", (part: Buffer) => said.push(part));
  const [status] = (await once(script, "close")) as [number | null];
  process.stdout.write(`\n${Buffer.concat(said).toString()}`);
  return status ?? 1;
}
