/** The limits of a card that the specification names; the suite never sets others that a server adds. */

import { operations } from "../../../generated/operations.ts";
import { samples } from "../../../generated/samples.ts";
import type { Item } from "../kit/walk.ts";

/** A card as a server sent it, not validated. */
export type RawCard = Item;

const shownLimits: readonly string[] = (samples.listCards.items as readonly Item[]).flatMap((card) =>
  Object.keys(limitsOf(card) ?? {}),
);

/**
 * The limits that the specification names, as far as they can be changed. Others that a server adds may change by
 * themselves.
 */
export const limitFields: readonly string[] = operations.updateCardLimits.bodyFields.filter((name) =>
  shownLimits.includes(name),
);

/** The limits object of a card, if it is one. */
export function limitsOf(card: RawCard | undefined): Record<string, unknown> | null {
  const limits = card?.limits;
  return typeof limits === "object" && limits !== null ? (limits as Record<string, unknown>) : null;
}

/** The documented limits of a card that are present. */
export function documentedLimits(card: RawCard | undefined): Record<string, unknown> {
  const limits = limitsOf(card) ?? {};
  return Object.fromEntries(
    limitFields.flatMap((field) => (field in limits ? [[field, limits[field]]] : [])),
  );
}
