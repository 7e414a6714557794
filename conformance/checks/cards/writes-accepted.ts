/** Writes exactly as specified are accepted at all. */

import { type Check, held } from "../kit/check.ts";
import { acceptance } from "./kit/acceptance.ts";
import { judgeNeverAccepted } from "./kit/never-accepted.ts";
import { writeCheck } from "./kit/write-check.ts";
import { writeOperations } from "./write-form.ts";

/** One check for each write operation. */
export const acceptedWriteChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id: "write.accepted",
    title: "a write exactly as specified is accepted",
    requirements: operation === "updateCardLimits" ? ["patch.accepted"] : ["put.accepted"],
    run: async (run) => {
      const found = await run.withCardLock(() => acceptance(run, operation));
      return found.accepted === null
        ? [judgeNeverAccepted(found)]
        : [held("a write as specified was accepted", found.accepted.id)];
    },
  }),
);
