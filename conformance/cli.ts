#!/usr/bin/env node
/** The command of the package. */
import type { World } from "./commands/command.ts";
import { runCommandLine } from "./commands/main.ts";
import { withEnvFile } from "./settings.ts";

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
      const controller = new AbortController();
      const abort = () => {
        if (controller.signal.aborted) process.exit(130);
        controller.abort();
      };
      process.on("SIGINT", abort);
      process.on("SIGTERM", abort);
      return {
        signal: controller.signal,
        release: () => {
          process.off("SIGINT", abort);
          process.off("SIGTERM", abort);
        },
      };
    },
  };
}

// A reader that closes the pipe early (head) has read what it wanted.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), createWorld);
