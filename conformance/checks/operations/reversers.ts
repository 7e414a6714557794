/** Operations that may make an item usable again that another one has used up: what was unfrozen can be frozen. */
import { type Described, pathParameters } from "./operation.ts";

/** How many of them are tried at most: one that is none may use the item up for good. */
const mostTried = 2;

/** The POSTs that change the same part of the same items, those without a body first. */
export function reversersOf({ row, description }: Described): readonly Described[] {
  const { changes } = row;
  if (changes === null) return [];
  return Object.values(description.operations)
    .filter(
      (other) =>
        other.id !== row.id &&
        other.method === "POST" &&
        !("201" in other.responses) &&
        other.changes?.operation === changes.operation &&
        other.changes.target === changes.target &&
        pathParameters(other).length === pathParameters(row).length,
    )
    .toSorted((one, other) => Number(one.mediaType !== null) - Number(other.mediaType !== null))
    .slice(0, mostTried)
    .map((other) => ({ row: other, description }));
}
