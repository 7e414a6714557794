/** Faults of operations that no own check of the API judges: refusals, effects and retries. */
import { json } from "../response.ts";
import { oncePerBody } from "./effects.ts";
import { breaks, catalogue, type Fault, faultsWhen, type Heading, type Row } from "./fault.ts";
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

/** Faults of operations that only the description knows. */
export const otherFaults: readonly Fault[] = catalogue(...others.flatMap(of));
