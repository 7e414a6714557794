/** The names under which checks, faults and recordings of the card API were published. */

import { operations } from "../../../generated/operations.ts";

const both = [
  { operation: "updateCardLimits", check: "patch", recording: "update-card-limits" },
  { operation: "replaceCardLimits", check: "put", recording: "replace-card-limits" },
] as const;

/** One of the two writes. */
export type Write = (typeof both)[number];

/** The writes that the description has, with the ends of their check ids and the beginnings of their recordings. */
export const writes: readonly Write[] = both.filter(({ operation }) => operation in operations);

/** The name of one of the two writes. */
export type WriteOperation = Write["operation"];

/** The check ids of these writes, from ids without their ends. */
export function checksOf(checks: readonly string[], these: readonly Write[] = writes): string[] {
  return these.flatMap(({ check }) => checks.map((id) => `${id}.${check}`));
}

/** How the ids of checks of a write end, by operationId. */
export const checkNames = Object.fromEntries(writes.map(({ operation, check }) => [operation, check]));

/** The recorded exchanges. */
export const recordings: readonly string[] = [
  ...["request-token.200", "request-token.4xx"],
  ...["list-cards.200", "list-cards.200-next", "list-cards.401", "list-cards.4xx"],
  ...writes.flatMap(({ recording }) => ["2xx", "401", "4xx"].map((status) => `${recording}.${status}`)),
];
