/** What all refusals of the run have in common. */

import { type Exchange, isFailureInFront } from "../wire/exchange.ts";
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

function noRefusal({
  what,
  exchanges = [],
}: Extract<Fact, { kind: "missing" }>): Extract<Fact, { kind: "violated" }> {
  const message = "A request that is to be refused was answered otherwise than with a 4xx.";
  return { kind: "violated", message, expected: ["any 4xx"], received: what, exchanges };
}

/** From how many answers on, and no other one, what a gateway may say is no chance: those around them are right. */
const enoughInFront = 4;

/** The answers to a defect, in every spelling, or to all defects of a check, where each of them seems to be of a gateway. */
function inFrontOnly(
  { id, purpose, alteration: defect }: Exchange,
  log: readonly Exchange[],
): readonly Exchange[] {
  const ofCheck = log.filter((sent) => sent.purpose === purpose && sent.alteration !== null);
  const ofDefect = ofCheck.filter(({ alteration }) => alteration?.startsWith(defect ?? id) === true);
  return [ofCheck, ofDefect].find((sent) => sent.every(isFailureInFront)) ?? [];
}

/** What is to be refused, and is answered each time with what says nothing but that a server is not there. */
function judgeInFront({ exchange, fact }: RefusedRequest, log: readonly Exchange[]): readonly Fact[] {
  if (exchange === null || fact.kind !== "missing" || fact.gatewayError !== true) return [];
  return inFrontOnly(exchange, log).length < enoughInFront ? [] : [{ ...noRefusal(fact), isLasting: true }];
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
      const facts = [
        ...refused.flatMap(judgeStatus),
        ...refused.flatMap((one) => judgeInFront(one, run.probe.session.exchanges)),
      ];
      return facts.length > 0 ? facts : [missing("nothing was refused")];
    },
  },
];
