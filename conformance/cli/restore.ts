/** `partner-card restore`: restores what a finished run left changed. */

import type { Target } from "../base/target.ts";
import { UsageError } from "../base/usage-error.ts";
import { defaultJournal, type Journal, journalFile, keptIn } from "../checks/cards/index.ts";
import type { JournalFile } from "../checks/kit/keeper.ts";
import { restoreJournal } from "../run/restore-journal.ts";
import { createHttpTransport } from "../wire/http.ts";
import type { Transport } from "../wire/transport.ts";
import { defineCommand, notify, type World } from "./command.ts";
import { type Environment, readText, variables } from "./environment.ts";
import { flagLines, text } from "./flags.ts";
import { noSigningKey } from "./keys.ts";
import { readTarget } from "./target.ts";

const flags = {
  journal: text("FILE", `the journal (${defaultJournal})`),
  "signing-key": text("FILE", `RSA private key as PEM (${variables.signingKey})`),
  ca: text("FILE", "PEM certificates to trust"),
};

const help = `Puts back what an ended run of "partner-card conformance" has left changed.

Usage: partner-card restore [--journal FILE] [--signing-key FILE] [--ca FILE]

Such a run leaves a journal behind; server, client id and cards are in it. With no journal there is nothing to do.

Example:
  ${variables.clientSecret}=… partner-card restore --signing-key key.pem

${flagLines(flags)}
  The client secret comes from ${variables.clientSecret} only.

Exit: 0 nothing is left changed · 2 wrong use · 3 something is left changed
`;

/** The command. */
export const restoreCommand = defineCommand({
  help,
  flags,
  run: async ({ values: { journal: path = defaultJournal, "signing-key": key, ca } }, world) => {
    const file = journalFile(path);
    const journal = file.read();
    if (journal === null) return `no journal at ${path}: nothing to put back\n`;
    const target = targetOf(journal, key, world.environment);
    notify(world, `puts ${keptIn(journal)} at ${target.baseUrl} back`);
    const transport = createHttpTransport(ca === undefined ? undefined : readText(ca, "--ca"));
    const ending = world.onInterrupt();
    const options = { target, transport: transport.send, world, signal: ending.signal };
    try {
      return (await putBack(file, journal, options)) ? `${keptIn(journal)} are as they were\n` : 3;
    } finally {
      ending.release();
      transport.close();
    }
  },
});

/**
 * The server of the journal, with the credentials of the environment.
 *
 * @throws UsageError if those are for another server: its secret must not be sent to this one.
 */
function targetOf({ target }: Journal, signingKey: string | undefined, environment: Environment): Target {
  const { baseUrl, clientId, signaturePath } = target;
  const named = readTarget(
    {
      "base-url": environment[variables.baseUrl] || baseUrl,
      "client-id": environment[variables.clientId] || clientId,
      "signing-key": signingKey,
      "signature-path": signaturePath,
    },
    environment,
  );
  if (named.baseUrl !== baseUrl || named.clientId !== clientId) {
    throw new UsageError(
      `the journal is about ${baseUrl} and client ${clientId}, but the environment is about ${named.baseUrl} and client ${named.clientId}; set ${variables.baseUrl}, ${variables.clientId} and ${variables.clientSecret} to those of the journal`,
    );
  }
  if (named.signingKey === null) throw new UsageError(noSigningKey);
  return named;
}

/** What is needed to put things back. */
export interface PutBackOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly world: World;
  readonly signal: AbortSignal;
}

/** Puts everything back and removes the journal; if anything cannot be put back, reports it and keeps the journal. */
async function putBack(
  file: JournalFile<Journal>,
  journal: Journal,
  options: PutBackOptions,
): Promise<boolean> {
  const left = await restoreJournal(journal, options);
  for (const line of left) notify(options.world, line);
  if (left.length === 0) file.remove();
  return left.length === 0;
}

/**
 * The first step of a run that finds a journal: puts everything back.
 *
 * @returns False if that failed; the run must not start then, since it would take what is there for what was
 *   there at first.
 * @throws UsageError for a journal of another server or client, or of a run that is still in progress.
 */
export async function putBackFirst(file: JournalFile<Journal>, options: PutBackOptions): Promise<boolean> {
  const journal = file.read();
  if (journal === null) return true;
  const { baseUrl, clientId } = journal.target;
  const { target, world } = options;
  if (baseUrl !== target.baseUrl || clientId !== target.clientId) {
    throw new UsageError(
      `the journal ${file.path} is about ${baseUrl}, which an ended run has left changed; put that back with "partner-card restore" first, or name another --journal FILE`,
    );
  }
  if (isRunning(journal.process)) {
    throw new UsageError(
      `another run (process ${journal.process}) changes ${keptIn(journal)}, as ${file.path} says; wait for its end, or call "partner-card restore" if that process is something else`,
    );
  }
  notify(world, `a run that was ended has left a journal; puts ${keptIn(journal)} back first`);
  return putBack(file, journal, options);
}

function isRunning(process: number): boolean {
  if (process === globalThis.process.pid) return false;
  try {
    globalThis.process.kill(process, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
