#!/usr/bin/env node
/** The command of the package: picks a subcommand, and turns errors into one line and an exit code. */
import type { Command, World } from "./commands/command.ts";
import { conformanceCommand } from "./commands/conformance.ts";
import { reportCommand } from "./commands/report.ts";
import { requirementsCommand } from "./commands/requirements.ts";
import { sandboxCommand } from "./commands/sandbox.ts";
import { signCommand } from "./commands/sign.ts";
import { nearest } from "./report/nearest.ts";
import { ReportWriteError } from "./report/write.ts";
import { withEnvFile } from "./settings.ts";
import { UsageError } from "./usage-error.ts";
import { suiteVersion } from "./version.ts";

const commands: readonly Command[] = [
  conformanceCommand,
  reportCommand,
  sandboxCommand,
  requirementsCommand,
  signCommand,
];

const overview = `partner-card ${suiteVersion}: client, sandbox and conformance suite of the Partner Card API

Usage: partner-card COMMAND [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(14)}${summary}`).join("\n")}

Example:
  partner-card conformance        judges the sandbox, to see what a run looks like

partner-card COMMAND --help tells more.
`;

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "help") {
    process.stdout.write(overview);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    process.stdout.write(`${suiteVersion}\n`);
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const suggestion = nearest(
      name,
      commands.map((candidate) => candidate.name),
    );
    const hint = suggestion === null ? "--help shows the commands" : `did you mean ${suggestion}?`;
    throw new UsageError(`there is no command "${name}"; ${hint}`);
  }
  return command.run(rest, createWorld());
}

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

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof UsageError) {
    process.stderr.write(`partner-card: ${error.message}\n`);
    return 2;
  }
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    error instanceof ReportWriteError
      ? `partner-card: ${message}\n`
      : `partner-card: the suite itself failed: ${message}\n`,
  );
  return 4;
});
