/** A server that takes writes as specified carries them all out, and fails at none: a look at all of a run. */
import { type Exchange, isServerFailure } from "../../wire/exchange.ts";
import type { Check, Run } from "../kit/check.ts";
import { judgeSteady } from "../steady.ts";
import { withCard } from "./kit/acceptance.ts";
import { judgeCarriedOut } from "./kit/carried-out.ts";
import { writeCheck } from "./kit/write-check.ts";
import { type WriteOperation, writeOperations } from "./write-form.ts";

/**
 * How the server takes writes, as an alteration: null where it takes them as specified.
 *
 * @throws Inconclusive, which says why, where it takes none.
 */
const usualOf = (run: Run, operation: WriteOperation) =>
  withCard(run, operation, async ({ form: { way } }) =>
    way?.open === undefined ? (way?.description ?? null) : null,
  );

const ofOperation = (operation: WriteOperation): readonly Check[] => {
  const isPatch = operation === "updateCardLimits";
  return [
    writeCheck(operation, {
      id: "write.steady",
      // What it refuses, it may refuse for its amount.
      title: "the server does not fail now and then at writes as specified",
      requirements: [isPatch ? "patch.accepted" : "put.accepted"],
      stage: "log",
      run: async (run) => {
        const usual = await usualOf(run, operation);
        const plain = ({ alteration }: Exchange) => (alteration === usual ? "" : null);
        return judgeSteady(run.probe.session.exchanges, operation, plain, isServerFailure);
      },
    }),
    writeCheck(operation, {
      id: "write.carried-out",
      title: "each write that is accepted is carried out",
      requirements: [isPatch ? "service.limits.change" : "put.request"],
      stage: "log",
      run: async (run) => {
        const usual = await usualOf(run, operation);
        return judgeCarriedOut(run.probe.session.exchanges, operation, usual);
      },
    }),
  ];
};

/** The checks of writes that are lost, or at which a server fails, now and then. */
export const steadyWriteChecks: readonly Check[] = writeOperations.flatMap(ofOperation);
