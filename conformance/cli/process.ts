/** The command of the package as a process: its environment, its streams and what may end it. */
import type { World } from "./command.ts";
import { type Environment, withEnvFile } from "./environment.ts";
import { redacted, runCommandLine } from "./main.ts";
import { watchProcess } from "./process-end.ts";

/** Carries out the command line of this process, and sets its exit code. Never rejects. */
export async function runProcess(): Promise<void> {
  let environment: Environment = process.env;
  const { onInterrupt } = watchProcess(process, (text) => redacted(text, environment));
  const createWorld = (): World => {
    environment = withEnvFile(process.env);
    return {
      environment,
      stdout: process.stdout,
      stderr: process.stderr,
      onInterrupt,
    };
  };
  const exitCode = await runCommandLine(process.argv.slice(2), createWorld);
  process.exitCode ||= exitCode;
}
