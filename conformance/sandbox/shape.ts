import type { Card } from "./cards.ts";
import type { Choices } from "./choices.ts";

const approvalValues: Record<string, unknown> = {
  null: null,
  boolean: false,
  number: 0,
  object: { required: false },
};

/** Gives the cards the order and the values that the choices ask for. */
export function shapeCards(cards: Card[], choices: Choices): Card[] {
  const decimals = choices.get("gap.amounts.decimals") === "decimals";
  for (const card of cards) {
    card.limits.approvalBased = approvalValues[choices.get("gap.approval-based.type") ?? "null"];
    if (decimals) {
      card.availableBalance += 0.5;
      card.limits.monthly += 0.25;
    }
  }
  switch (choices.get("gap.list.order")) {
    case "id-descending":
      return cards.reverse();
    case "other":
      return cards.sort((a, b) => a.last4.localeCompare(b.last4) || a.id.localeCompare(b.id));
    default:
      return cards;
  }
}
