/** The two operations that change limits, as far as the description has them. */
import { type Operation, operations } from "../../../generated/operations.ts";
import { type Samples, samples } from "../../../generated/samples.ts";
import { isObject } from "../../base/shape.ts";

/** The two operations that change limits. */
export const changeLimits = ["updateCardLimits", "replaceCardLimits"] as const;

/** The name of an operation that changes limits. */
export type WriteOperation = (typeof changeLimits)[number];

const described: Readonly<Record<string, Operation | undefined>> = operations;
const sampled: Readonly<Record<string, Samples | undefined>> = samples;

/** What the description says of one of the two; undefined where it has no such operation. */
export function describedWrite(operation: WriteOperation): Operation | undefined {
  return described[operation];
}

/** The bodies that the description shows for one of the two. */
export function shownBodies(operation: WriteOperation): readonly Readonly<Record<string, unknown>>[] {
  return (sampled[operation]?.bodies ?? []).filter(isObject);
}
