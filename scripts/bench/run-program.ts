import { spawnSync } from "node:child_process";
import { type Program, programFile } from "./programs.ts";

/**
 * Runs a source of this folder to its end, in a process of its own, and returns the JSON that it prints.
 *
 * @param options - What it gets as its only argument, as JSON.
 * @param flags - Further flags of Node.
 * @throws Error if it fails; its message has already been written to standard error.
 */
export function runProgram<T>(program: Program, options: object, flags: readonly string[] = []): T {
  const args = [...flags, programFile(program), JSON.stringify(options)];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${JSON.stringify(options)}`);
  return JSON.parse(stdout) as T;
}
