/** What all refusals of the run have in common. */

import { type Check, held, missing } from "./kit/check.ts";
import { isNoRefusal, type RefusedRequest } from "./kit/refusal.ts";
import type { Fact } from "./kit/verdict.ts";
import { invalidTokenRequests, otherRefusals, refusedWrites } from "./refused-requests.ts";

/** Judges the status of one refusal, also in other spellings; empty if it was not refused, or not for its defect. */
function judgeStatus({ exchange, fact, drawn = [] }: RefusedRequest): readonly Fact[] {
  if (fact.kind === "held") {
    // What was drawn has been sent again already.
    const failed = drawn.filter(isNoRefusal).map((one) => ({ ...noRefusal(one), isLasting: true as const }));
    return [held("every refusal was a 4xx", exchange?.id), ...failed];
  }
  return isNoRefusal(fact) ? [noRefusal(fact)] : [];
}

function noRefusal({ what, exchanges = [] }: Extract<Fact, { kind: "missing" }>): Fact {
  const message = "A request that is to be refused was answered otherwise than with a 4xx.";
  return { kind: "violated", message, expected: ["any 4xx"], received: what, exchanges };
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
