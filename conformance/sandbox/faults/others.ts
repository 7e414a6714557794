/** Faults of operations that no own check of the API judges: refusals, effects, retries and what a request must have. */
import { demands } from "../../../generated/demands.ts";
import { json } from "../response.ts";
import { unchecked } from "./changes.ts";
import { oncePerBody } from "./effects.ts";
import { breaks, catalogue, type Fault, fault, faultsWhen, type Heading, type Row } from "./fault.ts";
import { type Judged, others } from "./operations.ts";
import { only } from "./when.ts";

function of({ operation, check, described }: Judged): (Heading | Row)[] {
  const { requirement, signed, idempotent, changes } = described;
  const fault = faultsWhen(only(operation));
  const isVisible = changes !== null;
  return [
    breaks(requirement ?? "", `accepted.${check}`),
    ...[404, 405, 500].map((status) =>
      fault(`accepted.never-${status}.${check}`, `answers every ${operation} with ${status}`, {
        intercept: () => json(status, { message: "Not here." }),
      }),
    ),
    ...(isVisible && signed !== null
      ? [
          breaks("auth.refused.no-effect", `refused.no-effect.${check}`),
          fault(`refused.carried-out.${check}`, `refuses a bad signature, but carries ${operation} out`, {
            appliesAnyway: (condition) => condition === "signature.bad",
          }),
        ]
      : []),
    ...(isVisible && idempotent !== null
      ? [
          breaks("auth.idempotency.safe-retry", `idempotency.retry.${check}`),
          fault(`idempotency.forgotten.${check}`, `${operation} carries a retry out again`, {
            honoursIdempotencyKey: () => false,
          }),
          breaks("auth.idempotency.distinct", `idempotency.distinct.${check}`),
          fault(`idempotency.by-body.${check}`, `${operation} holds back what was sent under another key`, {
            apply: oncePerBody,
          }),
        ]
      : []),
  ];
}

/** Where the value of a demand stands in the sandbox's reasons to refuse a request. */
const conditions = { body: "body", query: "parameter" } as const;

/** How the id of the check of a demand begins, by its JSON pointer. */
function idOf(pointer: string): string {
  return `demanded${pointer.replaceAll("/", ".").replaceAll(/[^a-zA-Z0-9.]/g, "-")}`;
}

/** A fault for each part of a request of which something is demanded. */
function unread({ operation, check }: Judged): (Heading | Row)[] {
  return (["body", "query"] as const).flatMap((part) => {
    const own = demands.filter((demand) => demand.operation === operation && demand.in === part);
    if (own[0] === undefined) return [];
    return [
      breaks(own[0].requirement, ...own.map(({ pointer }) => `${idOf(pointer)}.${check}`)),
      fault(`demanded.${part}-not-checked.${check}`, `${operation} takes any ${part}`, {
        when: only(operation),
        skipsCheck: unchecked(conditions[part]),
      }),
    ];
  });
}

/** Faults of operations that only the description knows. */
export const otherFaults: readonly Fault[] = catalogue(
  ...others.flatMap((one) => [...of(one), ...unread(one)]),
);
