#!/usr/bin/env node
/** The command of the package. */
import type { World } from "./cli/command.ts";
import { redacted, runCommandLine } from "./cli/main.ts";
import { watchProcess } from "./cli/process-end.ts";
import { type Environment, withEnvFile } from "./cli/settings.ts";

let environment: Environment = process.env;
const { onInterrupt } = watchProcess(process, (text) => redacted(text, environment));

function createWorld(): World {
  environment = withEnvFile(process.env);
  return {
    environment,
    stdout: process.stdout,
    stderr: process.stderr,
    print: (text) => {
      process.stdout.write(text);
      return 0;
    },
    onInterrupt,
  };
}

const exitCode = await runCommandLine(process.argv.slice(2), createWorld);
process.exitCode ||= exitCode;
