/** Restores what an ended run left changed, according to its journal. */

import { createRedactor } from "../base/redact.ts";
import type { Target } from "../base/target.ts";
import { type Journal, restore } from "../checks/cards/index.ts";
import { createProbe } from "../wire/probe.ts";
import { createSession } from "../wire/session.ts";
import { signWith } from "../wire/sign.ts";
import { createTokens } from "../wire/tokens.ts";
import type { Transport } from "../wire/transport.ts";
import { wait } from "../wire/wait.ts";

/** Timeout in milliseconds of one exchange, and of all of them together. */
const [timeoutMs, budgetMs] = [10_000, 120_000];

/**
 * Sends only reads of the list and the writes that put things back.
 *
 * @param signal - Ends it early; the journal then stays as it is.
 * @returns What is left changed, one line each; empty if nothing is.
 */
export async function restoreJournal(
  journal: Journal,
  { target, transport, signal }: { target: Target; transport: Transport; signal?: AbortSignal },
): Promise<readonly string[]> {
  const redactor = createRedactor([target.clientSecret]);
  const session = createSession({
    transport,
    timeoutMs,
    budgetMs,
    now: Date.now,
    sleep: wait,
    concurrency: 1,
    ...(signal === undefined ? {} : { signal }),
  });
  const makeProbe = () =>
    createProbe(
      session,
      createTokens(session, target, Date.now, (value) => redactor.add(value)),
      {
        target: { ...target, signaturePath: journal.target.signaturePath },
        sign: signWith,
        serverNow: session.serverNow,
      },
    );
  // The run was ended in the middle, so its last write may still be in progress.
  const left = await restore(makeProbe, journal, true);
  return left.map((line) => redactor.text(line));
}
