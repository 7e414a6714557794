/** One cause is one failure: what another failure explains is told as hidden by it. */
import { requirement } from "../../generated/requirements.ts";
import { hiddenIn } from "../checks/causes.ts";
import type { Check } from "../checks/kit/check.ts";
import type { Asked } from "./ask.ts";

/**
 * The same failures; what another one of them explains is inconclusive, since nothing shows whether it would hold.
 *
 * @param known - Ids of the failures that do not count: none of them hides another one, which might be new.
 */
export function withHidden(failed: readonly Asked[], known: ReadonlySet<string>): readonly Asked[] {
  const hidden = hiddenIn(
    failed.map(({ check, judgement }) => ({
      id: check.id,
      operations: operationsOf(check),
      message: judgement.message,
      expected: judgement.expected ?? [],
      received: judgement.received ?? "",
      spelled: judgement.spelled ?? [],
      isKnown: known.has(check.id),
    })),
  );
  return failed.map((asked) => {
    const by = hidden.get(asked.check.id);
    if (by === undefined) return asked;
    const { exchanges, message } = asked.judgement;
    const cause = `hidden by ${by}, which has the same cause`;
    return {
      ...asked,
      judgement: { verdict: "inconclusive", message: `${cause}; ${message}`, cause, exchanges },
    };
  });
}

/** The operations that a check judges; none if it looks at all of them. */
function operationsOf({ operations, requirements: [id] }: Check): readonly string[] {
  return operations ?? requirement(id).operations;
}
