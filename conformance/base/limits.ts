/** The limits of a card as the specification names them; what else a server adds is not ours to set. */

import { operations } from "../../generated/operations.ts";

/** A card as a server sent it; nothing of its form is taken for granted. */
export type RawCard = Readonly<Record<string, unknown>>;

/** The limits that the specification names. What else a server adds may move by itself. */
export const limitFields = operations.updateCardLimits.bodyFields;

/** The limits object of a card, if it is one. */
export function limitsOf(card: RawCard | undefined): Record<string, unknown> | null {
  const limits = card?.limits;
  return typeof limits === "object" && limits !== null ? (limits as Record<string, unknown>) : null;
}

/** The documented limits of a card, as far as it has them. */
export function documentedLimits(card: RawCard | undefined): Record<string, unknown> {
  const limits = limitsOf(card) ?? {};
  return Object.fromEntries(
    limitFields.flatMap((field) => (field in limits ? [[field, limits[field]]] : [])),
  );
}
