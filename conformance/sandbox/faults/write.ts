/** A fault of both writes, and the same fault in one of them. */
import { operations } from "../../../generated/operations.ts";
import { type Breakage, type Fault, fault } from "./fault.ts";
import { all, only } from "./when.ts";

/** The two writes, with the ends of the ids of their checks and recordings. */
export const writes = [
  { operation: "updateCardLimits", check: "patch", recording: "update-card-limits" },
  { operation: "replaceCardLimits", check: "put", recording: "replace-card-limits" },
] as const;

/** One of the two writes. */
export type Write = (typeof writes)[number];

/** The ids of checks of these writes, from ids without their ends. */
export function checksOf(checks: readonly string[], these: readonly Write[] = writes): string[] {
  return these.flatMap(({ check }) => checks.map((id) => `${id}.${check}`));
}

/** What a fault of writes breaks: ids of checks without their ends, and the ends of the recordings that fail. */
export interface WriteBreakage extends Breakage {
  readonly replays?: "4xx";
}

/** A fault of both writes, in PATCH alone, and in PUT alone. */
export function inWrites(name: string, summary: string, breakage: WriteBreakage): Fault[] {
  const { breaks, replays, when = () => true, ...seams } = breakage;
  const [rule, ...checks] = breaks;
  const of = (these: readonly Write[]): Breakage["breaks"] => [
    rule,
    ...checksOf(checks, these),
    ...(replays === undefined ? [] : these.map(({ recording }) => `exchange.${recording}.${replays}`)),
  ];
  return [
    fault(name, summary, { ...seams, breaks: of(writes), when }),
    ...writes.map((write) =>
      fault(`${name}.${write.check}`, `${operations[write.operation].method} ${summary}`, {
        ...seams,
        breaks: of([write]),
        when: all(only(write.operation), when),
      }),
    ),
  ];
}
