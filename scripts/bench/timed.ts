import { execFile } from "node:child_process";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";

/** What a program took, with all that it started. */
export interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/**
 * Runs a program through a shell, which adds up the CPU time of all that the program started and waited for.
 *
 * @throws Error if it fails, with the end of its output.
 */
export async function timed(
  command: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Took> {
  const began = performance.now();
  const script = '"$@" >&2; code=$?; times; exit $code';
  const { stdout } = await promisify(execFile)("sh", ["-c", script, "sh", ...command], {
    ...options,
    maxBuffer: 2 ** 28,
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`${command.join(" ")} failed: ${error.stderr?.slice(-1000)}`);
  });
  // Two lines, each of user and system time: of the shell itself, and of what it started.
  const [user = "", system = ""] = stdout.trim().split("\n").at(-1)?.split(" ") ?? [];
  return { wallMs: performance.now() - began, cpuMs: msOf(user) + msOf(system) };
}

/** Milliseconds of a time such as `0m1.250000s`. */
function msOf(text: string): number {
  const [, minutes = "0", seconds = "NaN"] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}
