/** A fault of both writes, and the same fault in only one of them. */
import { operations } from "../../../generated/operations.ts";
import { fault, type Misbehaviour, type Row } from "./fault.ts";
import { all, only } from "./when.ts";

/** The two writes, with the suffixes of their check and recording ids. */
export const writes = [
  { operation: "updateCardLimits", check: "patch", recording: "update-card-limits" },
  { operation: "replaceCardLimits", check: "put", recording: "replace-card-limits" },
] as const;

/** One of the two writes. */
export type Write = (typeof writes)[number];

/** The check ids of these writes, from ids without suffixes. */
export function checksOf(checks: readonly string[], these: readonly Write[] = writes): string[] {
  return these.flatMap(({ check }) => checks.map((id) => `${id}.${check}`));
}

/** A fault of both writes, of PATCH alone and of PUT alone. The heading has check ids without suffixes. */
export function inWrites(
  name: string,
  summary: string,
  { replays, when = () => true, ...behaviour }: Misbehaviour & { readonly replays?: "4xx" },
): Row[] {
  const seenBy = (these: readonly Write[]) => (checks: readonly string[]) => [
    ...checksOf(checks, these),
    ...(replays === undefined ? [] : these.map(({ recording }) => `exchange.${recording}.${replays}`)),
  ];
  return [
    fault(name, summary, { ...behaviour, when, checksOf: seenBy(writes) }),
    ...writes.map((write) =>
      fault(`${name}.${write.check}`, `${operations[write.operation].method} ${summary}`, {
        ...behaviour,
        when: all(only(write.operation), when),
        checksOf: seenBy([write]),
      }),
    ),
  ];
}
