/** A server that carries out writes as specified does not fail at others like them: a look at all of a run. */
import { isServerFailure } from "../../wire/exchange.ts";
import type { Check } from "../kit/check.ts";
import { judgeSteady } from "../steady.ts";
import { writeCheck } from "./kit/write-check.ts";
import { writeOperations } from "./write-form.ts";

/** The checks of writes at which a server fails now and then. What it refuses, it may refuse for their amounts. */
export const steadyWriteChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id: "write.steady",
    title: "where writes as specified are accepted, the server does not fail at others",
    requirements: [operation === "updateCardLimits" ? "patch.accepted" : "put.accepted"],
    stage: "log",
    run: async (run) =>
      judgeSteady(
        run.probe.session.exchanges,
        operation,
        ({ alteration }) => (alteration === null ? "" : null),
        isServerFailure,
      ),
  }),
);
