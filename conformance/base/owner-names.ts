/** How what belongs to an item, such as a note of a card, says which item that is. */

/**
 * The properties that may hold the id of the item that a path parameter names: the name of the parameter, and what the
 * path calls the item with that, such as `cardId` and `card_id` for `/card/{id}`. An `id` alone is that of what has it.
 */
export function ownerNames(path: string, parameter: string): readonly string[] {
  const [, place] =
    path
      .split(`/{${parameter}}`)
      .at(-2)
      ?.match(/\/([a-z]+)$/i) ?? [];
  const nouns = place === undefined ? [] : [place, place.replace(/s$/, "")];
  const joined = nouns.flatMap((noun) => [
    `${noun}${parameter.charAt(0).toUpperCase()}${parameter.slice(1)}`,
    `${noun}_${parameter}`,
  ]);
  return [...new Set(parameter === "id" ? joined : [parameter, ...joined])];
}
