/** `partner-card restore`: puts back what an ended run has left changed. */

import type { Target } from "../base/target.ts";
import { oneLine } from "../base/text.ts";
import { UsageError } from "../base/usage-error.ts";
import { defaultJournal, type Journal, type JournalFile, journalFile } from "../checks/kit/journal.ts";
import { restoreJournal } from "../run/restore-journal.ts";
import { createHttpTransport } from "../wire/http.ts";
import type { Transport } from "../wire/transport.ts";
import type { Command, World } from "./command.ts";
import { read } from "./conformance-arguments.ts";
import { parseFlags } from "./flags.ts";
import { readTarget, variables } from "./settings.ts";

const help = `Puts the limits of cards back that an ended run of "partner-card conformance" has left changed.

Usage: partner-card restore [--journal FILE] [--signing-key FILE] [--ca FILE]

Such a run leaves a journal behind; server, client id and cards are in it. With no journal there is nothing to do.

Example:
  ${variables.clientSecret}=… partner-card restore --signing-key key.pem

  --journal FILE        the journal (${defaultJournal})
  --signing-key FILE    RSA private key as PEM (${variables.signingKey})
  --ca FILE             PEM certificates to trust
  The client secret comes from ${variables.clientSecret} only.

Exit: 0 nothing is left changed · 2 wrong use · 3 something is left changed
`;

const options = {
  journal: { type: "string" },
  "signing-key": { type: "string" },
  ca: { type: "string" },
  help: { type: "boolean" },
} as const;

/** The command. */
export const restoreCommand: Command = {
  name: "restore",
  summary: "put back what an ended run has left changed",
  help,
  run: async (args, world) => {
    const { values } = parseFlags(args, options);
    if (values.help === true) return world.print(help);
    const file = journalFile(values.journal);
    const journal = file.read();
    if (journal === null)
      return world.print(`no journal at ${values.journal ?? defaultJournal}: nothing to put back\n`);
    const target = targetOf(journal, values, world.environment);
    world.stderr.write(`partner-card: puts limits of ${idsOf(journal)} at ${target.baseUrl} back\n`);
    const transport = createHttpTransport(values.ca === undefined ? undefined : read("--ca", values.ca));
    const ending = world.onInterrupt();
    try {
      const isDone = await putBack(file, journal, {
        target,
        transport: transport.send,
        world,
        signal: ending.signal,
      });
      return isDone ? world.print(`limits of ${idsOf(journal)} are as they were\n`) : 3;
    } finally {
      ending.release();
      transport.close();
    }
  },
};

/**
 * The server of the journal, with the credentials of the environment.
 *
 * @throws UsageError where those are for another server: its secret must not be sent to this one.
 */
function targetOf(
  { target: { baseUrl, clientId, signaturePath } }: Journal,
  { "signing-key": key }: { readonly "signing-key"?: string | undefined },
  environment: World["environment"],
): Target {
  const flags = { "signing-key": key, "signature-path": signaturePath };
  const target = readTarget({ ...flags, "base-url": baseUrl, "client-id": clientId }, environment);
  const url = environment[variables.baseUrl] || baseUrl;
  const id = environment[variables.clientId] || clientId;
  const named = readTarget({ ...flags, "base-url": url, "client-id": id }, environment);
  if (named.baseUrl !== baseUrl || named.clientId !== clientId) {
    throw new UsageError(
      `the journal is about ${baseUrl} and client ${clientId}, but the environment is about ${named.baseUrl} and client ${named.clientId}; set ${variables.baseUrl}, ${variables.clientId} and ${variables.clientSecret} to those of the journal`,
    );
  }
  if (target.signingKey === null) {
    throw new UsageError(`no signing key: give --signing-key FILE or ${variables.signingKey}`);
  }
  return target;
}

/** What is needed to put limits back. */
export interface PutBackOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly world: World;
  readonly signal: AbortSignal;
}

/** Puts limits back and removes the journal; says on standard error what can't be put back, and keeps it. */
async function putBack(
  file: JournalFile,
  journal: Journal,
  { target, transport, world, signal }: PutBackOptions,
): Promise<boolean> {
  const left = await restoreJournal(journal, { target, transport, signal });
  for (const line of left) world.stderr.write(`partner-card: ${oneLine(line)}\n`);
  if (left.length === 0) file.remove();
  return left.length === 0;
}

/**
 * What a run does first where it finds a journal: puts limits back.
 *
 * @returns False where that has failed; the run must not begin then, since it would take the limits as they are
 *   now for the original ones.
 * @throws UsageError for a journal of another server or client, or of a run that is still under way.
 */
export async function putBackFirst(file: JournalFile, options: PutBackOptions): Promise<boolean> {
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
      `another run (process ${journal.process}) writes to ${idsOf(journal)}, as ${file.path} says; wait for its end, or call "partner-card restore" if that process is something else`,
    );
  }
  world.stderr.write(
    `partner-card: a run that was ended has left a journal; puts limits of ${idsOf(journal)} back first\n`,
  );
  return putBack(file, journal, options);
}

function idsOf({ cards }: Journal): string {
  return cards.map(({ id }) => id).join(", ");
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
