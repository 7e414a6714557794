/** The requirements that a check may belong to: a description need not have every one that the suite knows. */
import { type Requirement, requirements } from "../../../generated/requirements.ts";
import type { Check } from "./check.ts";

const rows: ReadonlyMap<string, Requirement> = new Map(requirements.map((row) => [row.id, row]));

/** The requirement with this id; undefined where this API has none. */
export function findRequirement(id: string): Requirement | undefined {
  return rows.get(id);
}

/** The check with those of its requirements that this API has; none where it has none of them. */
export function withKnownRequirements(check: Check): Check[] {
  const [first, ...others] = check.requirements.filter((id) => rows.has(id));
  return first === undefined ? [] : [{ ...check, requirements: [first, ...others] }];
}
