/** Timestamps that are old, but not too old. */
import { api, operations } from "../../../generated/operations.ts";
import { inWords } from "../../base/seconds.ts";
import { laterToken } from "../../plan/situations.ts";
import type { Spelling } from "../../plan/spellings.ts";
import type { Check } from "../kit/check.ts";
import { factIn } from "../kit/drawn.ts";
import { judgeFreshTimestamps } from "../kit/fresh-timestamp.ts";
import { onInconclusive } from "../kit/inconclusive.ts";
import { situatedToken } from "../kit/situation.ts";
import { notAccepted } from "./control-writes.ts";
import { withCard } from "./kit/acceptance.ts";
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
        const spelled = run.draw.rows === 0 ? [] : await everySpelling(run, [plain], id);
        // Every other one with another token, where there is one.
        const rows = spelled.map((row, index) => (index % 2 === 0 ? [...row, laterToken] : row));
        const judge = async (row: readonly Spelling[]) => {
          const card = plain.inSpellings(row);
          const token = await onInconclusive(situatedToken(run, operations[operation], row), () => null);
          const facts = await judgeFreshTimestamps(run, (alteration) =>
            alteration === undefined
              ? card.write(card.nextValue(), { purpose: "control", token })
              : card.write(card.nextValue(), { purpose: writeCheckId(id, operation), alteration, token }),
          );
          return facts.map((fact) => factIn(row, fact));
        };
        return (await Promise.all([[], ...rows].map(judge))).flat();
      }),
  }),
);
