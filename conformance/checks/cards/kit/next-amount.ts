/** Which amounts are written: near the one that was there, and in the order of size that the limits of a card have. */

/** From this amount on, lower values are written first: a higher one might exceed what is allowed. */
const roomBelow = 1000;

/**
 * How far an amount to write is from the one that was there. It stays between the other limits as long as there is
 * room: a server may refuse a limit of a day that exceeds that of a month.
 *
 * @param amount - What was there.
 * @param number - A multiple of `step`, another one for each amount.
 * @param others - The other amounts of the card.
 */
export function offsetOf(amount: number, number: number, step: number, others: readonly number[]): number {
  if (!Number.isSafeInteger(Math.trunc(amount))) return -number;
  const above = Math.min(...others.filter((other) => other > amount)) - amount;
  const below = amount - Math.max(1, ...others.filter((other) => other < amount));
  const rooms = [
    [1, above],
    [-1, below],
  ] as const;
  let rest = number;
  // What is left between two of them comes last: a server that adds one by mistake would meet another one there.
  for (const between of step > 1 ? [0, 1] : [0]) {
    for (const [sign, room] of amount < roomBelow ? rooms : rooms.toReversed()) {
      const fitting = room === Number.POSITIVE_INFINITY ? room : Math.floor(Math.max(0, room) / step) * step;
      if (rest <= fitting) return sign * (rest - between);
      rest -= fitting;
    }
  }
  // Above the next one, in whole units as all of them: an amount may have cents.
  return Math.ceil(above) + rest;
}
