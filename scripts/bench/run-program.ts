import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs a source of this folder to its end, in a process of its own, and returns the JSON that it prints.
 *
 * @param options - What it gets as its only argument, as JSON.
 * @param flags - Further flags of Node.
 * @throws Error if it fails; its message has already been written to standard error.
 */
export function runProgram<T>(program: string, options: object, flags: readonly string[] = []): T {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const args = ["--import", "tsx", ...flags, file, JSON.stringify(options)];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${JSON.stringify(options)}`);
  return JSON.parse(stdout) as T;
}
