/** What the body of a write must have, where the description says so: the defects of a write without it. */
import { type Demand, demands } from "../../../generated/demands.ts";
import { operations } from "../../../generated/operations.ts";
import { samples } from "../../../generated/samples.ts";
import type { DefectCheck } from "../defects.ts";
import { demandRows } from "../operations/demands.ts";
import type { WriteOperation } from "./write-form.ts";

/**
 * One row for each part of a body that the description demands; none while it says of no part that it is required.
 *
 * @param all - The demands of every operation; those of the description by default.
 */
export function bodyDemands(
  operation: WriteOperation,
  all: readonly Demand[] = demands,
): readonly DefectCheck[] {
  const one = { row: operations[operation], description: { operations, samples } };
  const ofBody = all.filter((demand) => demand.in === "body");
  return demandRows(one, ofBody).map(({ family, title, requirements: [first = "", ...others], defects }) => ({
    id: family,
    title,
    requirements: [first, ...others],
    rule: { expected: "a refusal (any 4xx)" },
    alterations: defects.map(({ alteration, change = (call) => call }) => ({
      ...alteration,
      asksOther: true,
      // The signature does not cover the body.
      rewrite: (request) => {
        const body: unknown = JSON.parse(request.body ?? "null");
        return { ...request, body: JSON.stringify(change({ operation, body }).body) };
      },
    })),
  }));
}
