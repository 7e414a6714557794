/** Timestamps that are old, but not too old. */
import { api } from "../../../generated/operations.ts";
import { inWords } from "../../base/seconds.ts";
import type { Check } from "../kit/check.ts";
import { factIn } from "../kit/drawn.ts";
import { judgeFreshTimestamps } from "../kit/fresh-timestamp.ts";
import { notAccepted } from "./control-writes.ts";
import { withCard } from "./kit/acceptance.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { everySpelling } from "./kit/drawn-writes.ts";
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
      withCard(run, operation, async (plain) => {
        const before = await plain.control();
        if (!before.accepted) return [notAccepted(before)];
        const rows = run.draw.rows === 0 ? [] : await everySpelling(run, [plain], id);
        const judge = async (card: CardUnderTest) => {
          const facts = await judgeFreshTimestamps(run, (alteration) =>
            alteration === undefined
              ? card.write(card.nextValue(), { purpose: "control" })
              : card.write(card.nextValue(), { purpose: writeCheckId(id, operation), alteration }),
          );
          return facts.map((fact) => factIn(card.row, fact));
        };
        const cards = [plain, ...rows.map((row) => plain.inSpellings(row))];
        return (await Promise.all(cards.map(judge))).flat();
      }),
  }),
);
