/** What all refusals of the run have in common. */

import { tokenDefects } from "./defects.ts";
import { type Check, held, missing } from "./kit/check.ts";
import { ifConclusive } from "./kit/inconclusive.ts";
import type { Fact } from "./kit/verdict.ts";
import { refusedReads } from "./reads-refused.ts";
import { refusedSecrets } from "./token-request.ts";
import { refusedWrites } from "./writes-refused.ts";

/** Checks over all refusals. */
export const refusalChecks: readonly Check[] = [
  {
    id: "refused.client-error",
    title: "a refusal is a 4xx, not a server error",
    requirements: ["error.refusal.client-error"],
    access: "read",
    stage: "credentials",
    run: async (run) => {
      const results: { id: string | undefined; status: number | undefined; fact: Fact }[] = [];
      for (const defect of tokenDefects) {
        for (const { exchange, fact } of await refusedReads(run, defect)) {
          results.push({ id: exchange?.id, status: exchange?.response?.status, fact });
        }
      }
      if (run.writes) {
        for (const name of ["patch", "put"] as const) {
          for (const { exchange, fact } of (await ifConclusive(refusedWrites(run, name))) ?? []) {
            results.push({ id: exchange?.id, status: exchange?.response?.status, fact });
          }
        }
      }
      // Wrong secrets come last: after them a server may refuse everything.
      for (const { exchange, fact } of await refusedSecrets(run)) {
        results.push({ id: exchange.id, status: exchange.response?.status, fact });
      }
      const facts = results.flatMap(({ id, status, fact }): Fact[] => {
        if (fact.kind === "held") return [held("every refusal was a 4xx", id)];
        if (fact.kind !== "missing" || fact.serverError !== true) return [];
        return [
          {
            kind: "violated",
            message: `A request that is to be refused was answered ${status}.`,
            expected: ["any 4xx"],
            received: String(status),
            exchanges: fact.exchanges ?? [],
          },
        ];
      });
      return facts.length > 0 ? facts : [missing("nothing was refused")];
    },
  },
];
