/** Picks a subcommand, and turns errors into one line and an exit code. */

import { nearest } from "../base/nearest.ts";
import { createRedactor } from "../base/redact.ts";
import { RunEnded } from "../base/run-ended.ts";
import { UsageError } from "../base/usage-error.ts";
import { suiteVersion } from "../base/version.ts";
import { ReportWriteError } from "../report/write.ts";
import type { Command, World } from "./command.ts";
import { conformanceCommand } from "./conformance.ts";
import { reportCommand } from "./report.ts";
import { requirementsCommand } from "./requirements.ts";
import { restoreCommand } from "./restore.ts";
import { sandboxCommand } from "./sandbox.ts";
import { type Environment, variables } from "./settings.ts";
import { signCommand } from "./sign.ts";

const commands: readonly Command[] = [
  conformanceCommand,
  restoreCommand,
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

/**
 * Runs a command line. Never rejects: what goes wrong becomes a line on standard error and an exit code
 * (2 for a mistake of use, 4 for a fault of the suite).
 */
export async function runCommandLine(args: readonly string[], makeWorld: () => World): Promise<number> {
  let world: World | null = null;
  try {
    world = makeWorld();
    return await pick(args, world);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isTold = [UsageError, ReportWriteError, RunEnded].some((kind) => error instanceof kind);
    const environment = world?.environment ?? process.env;
    const line = `partner-card: ${isTold ? "" : "the suite itself failed: "}${redacted(message, environment)}`;
    (world?.stderr ?? process.stderr).write(`${line.replace(/\s*\n\s*/g, " ")}\n`);
    if (error instanceof RunEnded) return error.exitCode;
    return error instanceof UsageError ? 2 : 4;
  }
}

/** Whatever has gone wrong, the message must not hold what the environment keeps secret. */
export function redacted(message: string, environment: Environment): string {
  const { [variables.signingKey]: key } = environment;
  const secrets = [variables.clientSecret, variables.signingKeyPassphrase];
  const redactor = createRedactor(secrets.flatMap((name) => environment[name] ?? []));
  // The key may be a path as well, which is worth showing.
  if (key?.includes("-----BEGIN") === true) redactor.add(key);
  return redactor.text(message);
}

async function pick(args: readonly string[], world: World): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "help") {
    world.print(overview);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") return world.print(`${suiteVersion}\n`);
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command.run(rest, world);
  const suggestion = nearest(
    name,
    commands.map((candidate) => candidate.name),
  );
  const hint = suggestion === null ? "--help shows the commands" : `did you mean ${suggestion}?`;
  throw new UsageError(`there is no command "${name}"; ${hint}`);
}
