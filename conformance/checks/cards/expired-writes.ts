/** Writes with a token that has expired. */
import type { Check } from "../kit/check.ts";
import type { WriteDefect } from "../kit/refusal.ts";
import { expiredToken } from "../token-expiry.ts";
import { withCard } from "./kit/acceptance.ts";
import { drawnWrites } from "./kit/drawn-writes.ts";
import { writeCheck, writeCheckId } from "./kit/write-check.ts";
import { refuseTogether } from "./kit/write-refusals.ts";
import { writeOperations } from "./write-form.ts";

const id = "token.dies";

/** One check for each write operation; all of them wait once, for the same token. */
export const expiredWriteChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id,
    title: "a token is refused with 401 after expires_in seconds",
    requirements: ["auth.token.dies", "limits.token-lifetime"],
    stage: "last",
    drawsFor: 1,
    run: async (run) => {
      const { value } = await expiredToken(run);
      const defect: WriteDefect = {
        check: writeCheckId(id, operation),
        alteration: { description: "with an expired token", authorization: () => `Bearer ${value}` },
        rule: { expected: "401", status: 401 },
      };
      const results = await withCard(run, operation, async (card) =>
        drawnWrites(run, card, await refuseTogether(run, card, [defect])),
      );
      return [...results.values()].flatMap(({ fact, drawn }) => [fact, ...drawn]);
    },
  }),
);
