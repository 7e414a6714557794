import { fault, isRule, type Misbehaviour, type Row } from "./fault.ts";
import type { Paged } from "./operations.ts";
import { all, only } from "./when.ts";

/** Makes faults of one paginated operation, and the ids of its checks. */
export interface PagedFaults extends Paged {
  /** The ids of checks of this operation, from ids without their ends; the others only where there is such a rule. */
  checks(first: string, ...others: readonly string[]): string[];
  /** A fault of this operation alone. */
  fault(name: string, summary: string, behaviour: Misbehaviour): Row;
}

/** The rule that a check stands for whose id is not that of a requirement. */
const ruleOf = new Map([
  ["page.last", "page.next-cursor.more"],
  ["list.page-size", "list.limit"],
]);

/** What makes faults of a paginated operation. */
export function faultsOfPaged(paged: Paged): PagedFaults {
  const { end, operation } = paged;
  return {
    ...paged,
    checks: (first, ...others) =>
      [first, ...others.filter((id) => isRule(ruleOf.get(id) ?? id))].map((id) => id + end),
    fault: (name, summary, { when = () => true, ...behaviour }) =>
      fault(name + end, end === "" ? summary : `${summary} (${operation})`, {
        ...behaviour,
        when: all(only(operation), when),
      }),
  };
}
