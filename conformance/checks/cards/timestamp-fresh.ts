/** Timestamps that are old, but not too old. */
import { api } from "../../../generated/operations.ts";
import { inWords } from "../../base/seconds.ts";
import type { Check } from "../kit/check.ts";
import { judgeFreshTimestamps } from "../kit/fresh-timestamp.ts";
import { notAccepted } from "./control-writes.ts";
import { withCard } from "./kit/acceptance.ts";
import { writeCheck, writeCheckId } from "./kit/write-check.ts";
import { writeOperations } from "./write-form.ts";

const id = "timestamp.fresh";

/** One check for each write operation. */
export const timestampFreshChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id,
    title: `a timestamp younger than ${inWords(api.timestampWindowSeconds)} is not refused for its age`,
    requirements: ["auth.timestamp.fresh"],
    run: (run) =>
      withCard(run, operation, async (card) => {
        const before = await card.control();
        if (!before.accepted) return [notAccepted(before)];
        return judgeFreshTimestamps(run, (alteration) =>
          alteration === undefined
            ? card.write(card.nextValue(), { purpose: "control" })
            : card.write(card.nextValue(), { purpose: writeCheckId(id, operation), alteration }),
        );
      }),
  }),
);
