/** Picks a subcommand, and turns errors into one line and an exit code. */

import { createRedactor } from "../base/redact.ts";
import { messageOf, RunEnded } from "../base/run-ended.ts";
import { UsageError } from "../base/usage-error.ts";
import { type Command, notify, type Result, type World } from "./command.ts";
import { type Environment, variables } from "./environment.ts";
import { suggested } from "./flags.ts";
import { type CommandName, toldAtOnce } from "./overview.ts";

/** Loaded when they run: what one of them needs is far more than the start of a process. */
const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  conformance: async () => (await import("./conformance.ts")).conformanceCommand,
  "client-conformance": async () => (await import("./client-conformance.ts")).clientConformanceCommand,
  restore: async () => (await import("./restore.ts")).restoreCommand,
  report: async () => (await import("./report.ts")).reportCommand,
  sandbox: async () => (await import("./sandbox.ts")).sandboxCommand,
  requirements: async () => (await import("./requirements.ts")).requirementsCommand,
  sign: async () => (await import("./sign.ts")).signCommand,
};

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
    const isTold = error instanceof UsageError || error instanceof RunEnded || (await isUnwritten(error));
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

/** Tells whether an error is that of a report; what writes reports is not loaded to learn of other errors. */
async function isUnwritten(error: unknown): Promise<boolean> {
  return error instanceof (await import("../report/write.ts")).ReportWriteError;
}

async function pick(given: readonly string[], world: World): Promise<Result> {
  const told = toldAtOnce(given);
  if (told !== null) return told;
  const [name = "", ...args] = given;
  const names = Object.keys(commands) as CommandName[];
  const wanted = names.find((one) => one === name);
  if (wanted !== undefined) return (await commands[wanted]()).run(args, world);
  throw new UsageError(
    `there is no command "${name}"; ${suggested(name, names) ?? "--help shows the commands"}`,
  );
}
