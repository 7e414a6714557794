/** A server that takes writes as specified carries them all out, and fails at none: a look at all of a run. */
import { type Exchange, isServerFailure } from "../../wire/exchange.ts";
import type { Check } from "../kit/check.ts";
import { judgeSteady } from "../steady.ts";
import { withCard } from "./kit/acceptance.ts";
import { lostNowAndThen } from "./kit/lost-now-and-then.ts";
import { writeCheck } from "./kit/write-check.ts";
import { writeOperations } from "./write-form.ts";

/** The checks of writes that are lost, or at which a server fails, now and then. What it refuses, it may refuse for their amounts. */
export const steadyWriteChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id: "write.steady",
    title: "writes as specified that are accepted are carried out, and the server does not fail at others",
    requirements: [operation === "updateCardLimits" ? "patch.accepted" : "put.accepted"],
    stage: "log",
    run: async (run) => {
      // It says why, where no write is accepted.
      const { form } = await withCard(run, operation, async (card) => card);
      const usual = form.way?.open === undefined ? (form.way?.description ?? null) : null;
      const log = run.probe.session.exchanges;
      const plain = ({ alteration }: Exchange) => (alteration === usual ? "" : null);
      const lost = lostNowAndThen(log, operation);
      return [...judgeSteady(log, operation, plain, isServerFailure), ...(lost === null ? [] : [lost])];
    },
  }),
);
