/** What all refusals of the run have in common. */

import { type Check, held, missing } from "./kit/check.ts";
import type { RefusedRequest } from "./kit/refusal.ts";
import type { Fact } from "./kit/verdict.ts";
import { invalidTokenRequests, otherRefusals, refusedWrites } from "./refused-requests.ts";

/** Judges the status of one refusal; empty if the request was not refused, or not for its defect. */
function judgeStatus({ exchange, fact }: RefusedRequest): readonly Fact[] {
  if (fact.kind === "held") return [held("every refusal was a 4xx", exchange?.id)];
  if (fact.kind !== "missing" || (fact.serverError !== true && fact.redirected !== true)) return [];
  const status = String(exchange?.response?.status);
  return [
    {
      kind: "violated",
      message: `A request that is to be refused was answered ${status}.`,
      expected: ["any 4xx"],
      received: status,
      exchanges: fact.exchanges ?? [],
    },
  ];
}

/** Checks over all refusals. */
export const refusalChecks: readonly Check[] = [
  {
    id: "refused.client-error",
    title: "a refusal is a 4xx, not a server error or a redirect",
    requirements: ["error.refusal.client-error"],
    access: "read",
    stage: "credentials",
    defects: refusedWrites,
    run: async (run) => {
      const refused = [...(await invalidTokenRequests(run)), ...(await otherRefusals(run))];
      const facts = refused.flatMap(judgeStatus);
      return facts.length > 0 ? facts : [missing("nothing was refused")];
    },
  },
];
