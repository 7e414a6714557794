/**
 * What the suite has of the card API's own. Nothing else in this folder is imported from outside of it, so
 * that where these files are set aside this one alone needs a stand-in. Where the description lists no cards, it has no
 * checks.
 */
import { hasCards } from "../../base/cards/index.ts";
import type { DefectCheck } from "../defects.ts";
import type { Check, Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Keeper, KeeperEvents } from "../kit/keeper.ts";
import type { RefusedRequest, WriteDefect } from "../kit/refusal.ts";
import type { Recording } from "../recordings/recording.ts";
import { replayChecks } from "../recordings/replay.ts";
import { atOnceChecks } from "./at-once.ts";
import { controlWriteChecks } from "./control-writes.ts";
import { describedLimitChecks } from "./described-limits.ts";
import { everyLimitChecks } from "./every-limit.ts";
import { expiredWriteChecks } from "./expired-writes.ts";
import { freshTokenWriteChecks } from "./fresh-token-writes.ts";
import { withHistories } from "./histories.ts";
import { identityChecks } from "./identity.ts";
import { keyWindowChecks } from "./key-window.ts";
import { writeCheckId } from "./kit/write-check.ts";
import { WriteLedger } from "./kit/write-ledger.ts";
import { cardQuestions } from "./open-questions/cards.ts";
import { headerQuestions } from "./open-questions/headers.ts";
import { idempotencyQuestions } from "./open-questions/idempotency.ts";
import { limitQuestions } from "./open-questions/limits.ts";
import { namedOnlyCheck, zeroCheck } from "./other-patches.ts";
import { recordings as recordingsOfCards } from "./recordings/recordings.ts";
import { replayedWrite } from "./recordings/replayed-write.ts";
import { retryChecks } from "./retries.ts";
import { signatureSchemeChecks } from "./signature-scheme.ts";
import { spelledWriteChecks } from "./spelled-writes.ts";
import { staysChecks } from "./stays.ts";
import { steadyWriteChecks } from "./steady-writes.ts";
import { timestampFreshChecks } from "./timestamp-fresh.ts";
import { writeOperations } from "./write-form.ts";
import { writeOrderChecks } from "./write-order.ts";
import { writeTypeChecks } from "./write-types.ts";
import { acceptedWriteChecks } from "./writes-accepted.ts";
import { answeredWriteCheck } from "./writes-answered.ts";
import { refusedWriteChecks, refusedWrites, writeDefects } from "./writes-refused.ts";

export { defaultJournal, type Journal, journalFile, keptIn } from "./kit/journal.ts";
export { restore } from "./kit/restore.ts";

/** All checks, in the order in which they run. */
const checks: readonly Check[] = withHistories([
  ...cardQuestions,
  ...replayChecks(recordingsOfCards, replayedWrite),
  ...signatureSchemeChecks,
  ...acceptedWriteChecks,
  ...spelledWriteChecks,
  ...refusedWriteChecks,
  ...limitQuestions,
  ...headerQuestions,
  ...idempotencyQuestions,
  ...timestampFreshChecks,
  ...freshTokenWriteChecks,
  ...retryChecks,
  ...writeOrderChecks,
  ...atOnceChecks,
  ...controlWriteChecks,
  answeredWriteCheck,
  ...staysChecks,
  ...expiredWriteChecks,
  ...keyWindowChecks,
  ...steadyWriteChecks,
  ...identityChecks,
  ...describedLimitChecks(),
  namedOnlyCheck,
  zeroCheck,
  ...everyLimitChecks,
  ...writeTypeChecks,
]);

/** The checks; without those that write where nothing tells one write from another, and none where there are no cards. */
export const ownChecks: readonly Check[] = checks.filter(
  ({ access }) => hasCards && (writeOperations.length > 0 || access === "read"),
);

/** The recorded exchanges; none where there are no cards. */
export const recordings: readonly Recording[] = hasCards ? recordingsOfCards : [];

/** Operations that these checks judge better than checks made from the description do. */
export const ownOperations: readonly string[] = writeOperations;

/** The writes with defects that these checks send, for rules about all refusals. */
export const ownRefusals = {
  /** The defective writes of these rows of the catalogue. */
  defects: (rows: readonly DefectCheck[]): readonly WriteDefect[] =>
    writeOperations.flatMap((operation) => writeDefects(operation, rows)),
  /** The ids of the checks of a row; also the purposes of their requests. */
  checkIds: ({ id }: DefectCheck): readonly string[] =>
    writeOperations.map((operation) => writeCheckId(id, operation)),
  /** What came of those that the run declares; empty where no write is accepted. */
  send: async (run: Run, rows: readonly DefectCheck[]): Promise<readonly RefusedRequest[]> => {
    const results = [];
    for (const operation of writeOperations) {
      results.push(...((await ifConclusive(refusedWrites(run, operation, rows))) ?? []));
    }
    return results;
  },
};

/** Keeps the limits of the cards that a run writes to. */
export function createKeeper(events: KeeperEvents): Keeper {
  return new WriteLedger(events);
}
