#!/usr/bin/env node
/** The command of the package. */
import type { World } from "./cli/command.ts";
import { type Environment, withEnvFile } from "./cli/environment.ts";
import { redacted, runCommandLine } from "./cli/main.ts";
import { watchProcess } from "./cli/process-end.ts";

let environment: Environment = process.env;
const { onInterrupt } = watchProcess(process, (text) => redacted(text, environment));

function createWorld(): World {
  environment = withEnvFile(process.env);
  return {
    environment,
    stdout: process.stdout,
    stderr: process.stderr,
    onInterrupt,
  };
}

const exitCode = await runCommandLine(process.argv.slice(2), createWorld);
process.exitCode ||= exitCode;
