/** Picks a subcommand, and turns errors into one line and an exit code. */

import { createRedactor } from "../base/redact.ts";
import { messageOf, RunEnded } from "../base/run-ended.ts";
import { UsageError } from "../base/usage-error.ts";
import { suiteVersion } from "../base/version.ts";
import { ReportWriteError } from "../report/write.ts";
import { clientConformanceCommand } from "./client-conformance.ts";
import { type Command, notify, type Result, type World } from "./command.ts";
import { conformanceCommand } from "./conformance.ts";
import { type Environment, variables } from "./environment.ts";
import { suggested } from "./flags.ts";
import { reportCommand } from "./report.ts";
import { requirementsCommand } from "./requirements.ts";
import { restoreCommand } from "./restore.ts";
import { sandboxCommand } from "./sandbox.ts";
import { signCommand } from "./sign.ts";

const commands: readonly Command[] = [
  conformanceCommand,
  clientConformanceCommand,
  restoreCommand,
  reportCommand,
  sandboxCommand,
  requirementsCommand,
  signCommand,
];

const overview = `partner-card ${suiteVersion}: client, sandbox and conformance suite of the Partner Card API

Usage: partner-card COMMAND [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(20)}${summary}`).join("\n")}

Example:
  partner-card conformance        judges the sandbox, to see what a run looks like

partner-card COMMAND --help tells more.
`;

/**
 * Runs a command line. Never rejects: an error becomes a line on standard error and an exit code
 * (2 for a usage error, 4 for a fault of the suite).
 */
export async function runCommandLine(args: readonly string[], makeWorld: () => World): Promise<number> {
  let world: World | null = null;
  try {
    world = makeWorld();
    const result = await pick(args, world);
    if (typeof result === "number") return result;
    world.stdout.write(result);
    // Without a command there is nothing to do, which is a usage error.
    return args.length === 0 ? 2 : 0;
  } catch (error) {
    const isTold = [UsageError, ReportWriteError, RunEnded].some((kind) => error instanceof kind);
    const message = redacted(messageOf(error), world?.environment ?? process.env);
    notify(world ?? process, `${isTold ? "" : "the suite itself failed: "}${message}`);
    if (error instanceof RunEnded) return error.exitCode;
    return error instanceof UsageError ? 2 : 4;
  }
}

/** An error message without the values that the environment keeps secret. */
export function redacted(message: string, environment: Environment): string {
  const { [variables.signingKey]: key } = environment;
  const secrets = [variables.clientSecret, variables.signingKeyPassphrase];
  const redactor = createRedactor(secrets.flatMap((name) => environment[name] ?? []));
  // The key may also be a path, which is worth showing.
  if (key?.includes("-----BEGIN") === true) redactor.add(key);
  return redactor.text(message);
}

async function pick([name, ...args]: readonly string[], world: World): Promise<Result> {
  if (name === undefined || name === "--help" || name === "help") return overview;
  if (name === "--version") return `${suiteVersion}\n`;
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command.run(args, world);
  const names = commands.map((candidate) => candidate.name);
  throw new UsageError(
    `there is no command "${name}"; ${suggested(name, names) ?? "--help shows the commands"}`,
  );
}
