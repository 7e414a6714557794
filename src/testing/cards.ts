/** What the test servers know of the card API. */

/** Path of the list. */
export const listPath = "/v1/card";

/** A card list without cards. */
export const emptyList = { cards: [] };

/** A page with cards that have an id and nothing else. */
export function cardPage(numbers: readonly string[], nextCursor?: string): object {
  return { cards: numbers.map((number) => ({ id: `CRD${number}` })), nextCursor };
}
