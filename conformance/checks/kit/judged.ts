/** Which operations a check judges, and which operations no check does. */
import { type Operation, operations } from "../../../generated/operations.ts";
import { isWrite } from "../../wire/is-write.ts";
import type { Check } from "./check.ts";
import { findRequirement } from "./rules.ts";

/**
 * The operations that a check judges: those that it names, otherwise those of its main requirement. For a
 * rule on both reading and writing, these are the reading ones.
 */
export function operationsOf({ operations: named, requirements: [first] }: Check): readonly string[] {
  if (named !== undefined) return named;
  const all = findRequirement(first)?.operations ?? [];
  const reads = all.filter((operation) => !isWrite(operation));
  return reads.length > 0 ? reads : all;
}

/** The operations without those for which others stand, each for one action that they take in their path. */
export function withoutDispatchers(
  described: Readonly<Record<string, Operation>>,
): Readonly<Record<string, Operation>> {
  return Object.fromEntries(Object.entries(described).filter(([, { actions }]) => actions === undefined));
}

/** Operations that none of these checks judges. */
export function unjudgedOperations(
  checks: readonly Check[],
  described: Readonly<Record<string, Operation>> = operations,
): readonly Operation[] {
  const judged = new Set(checks.flatMap(operationsOf));
  return Object.values(withoutDispatchers(described)).filter(({ id }) => !judged.has(id));
}
