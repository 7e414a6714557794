#!/usr/bin/env node
/** The command of the package. */
import type { World } from "./commands/command.ts";
import { runCommandLine } from "./commands/main.ts";
import { watchProcess } from "./commands/process-end.ts";
import { withEnvFile } from "./settings.ts";

// A reader that closes the pipe early (head) has read what it wanted of a command that only prints.
const leave = (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
};
process.stdout.on("error", leave);

function createWorld(): World {
  return {
    environment: withEnvFile(process.env),
    stdout: process.stdout,
    stderr: process.stderr,
    print: (text) => {
      process.stdout.write(text);
      return 0;
    },
    onInterrupt: () => {
      process.stdout.off("error", leave);
      return watchProcess(process);
    },
  };
}

process.exitCode = await runCommandLine(process.argv.slice(2), createWorld);
