import type { Change } from "../change.ts";
import { itemsOf, type State } from "../state.ts";
import type { Card, Limits } from "./cards.ts";

/** The cards of a sandbox, to read and to change. */
export function cardsOf(state: State): Card[] {
  return itemsOf(state, "listCards") as Card[];
}

/** The card that a write changes. */
export function cardIn({ item }: Change): Card {
  return item as Card;
}

/** The limits that a write sets. */
export function limitsIn({ changes }: Change): Partial<Limits> {
  return changes as Partial<Limits>;
}
