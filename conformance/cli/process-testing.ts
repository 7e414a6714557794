/** The command in a separate process; the package itself does not use this. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { bundleProgram } from "./bundled.ts";
import type { Ended, TestEnvironment } from "./testing.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Not the repository folder: journals of concurrent commands must not collide. */
const elsewhere = temporaryFolder();
/** The URL of the loader: packages cannot be resolved from other folders. */
export const loader = import.meta.resolve("tsx");

/** A running command. */
export interface Started {
  readonly child: ChildProcess;
  /** Its output and exit status once it has ended. */
  readonly ended: Promise<Ended & { readonly signal: NodeJS.Signals | null }>;
}

/** Starts a program in a folder, without any variable of our environment that it could take for a setting. */
export function startIn(
  cwd: string,
  [program, ...args]: readonly [string, ...string[]],
  environment: TestEnvironment,
): Started {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PARTNER_CARD_.*|NODE_TEST.*|FORCE_COLOR)$/.test(name),
  );
  const child = spawn(program, args, {
    cwd,
    env: { ...Object.fromEntries(inherited), NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.on("data", (chunk) => {
      text[name] += chunk;
    });
  }
  const ended = new Promise<Ended & { readonly signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...text }));
  });
  return { child, ended };
}

/** A folder with a program in one file, which starts ten times faster. */
export interface Bundle {
  readonly folder: string;
  /** Path of the program. */
  readonly cli: string;
}

/** Bundles the command, or another program of the suite, into a temporary folder, for the tests of a file. */
export function bundledCommand(program = "cli"): Bundle {
  const folder = mkdtempSync(join(elsewhere, "bundle-"));
  return { folder, cli: bundleProgram(root, program, folder) };
}

let shared: Bundle | null = null;

/** Starts a command. */
export function startCommand(args: readonly string[], environment: TestEnvironment = {}): Started {
  shared ??= bundledCommand();
  return startIn(elsewhere, [process.execPath, shared.cli, ...args], environment);
}
