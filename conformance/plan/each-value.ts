/** As few rows as hold each value of each factor. */
import type { Row } from "./pairs.ts";
import { shuffled } from "./random.ts";

/** The plain value of every factor. */
export const plain = "plain";

/** Of how many rows one has the plain value of a factor, at the most: what is plain meets nothing. */
const rowsForPlain = 4;

/**
 * As few rows as hold each value of each factor: the plain one stands only where there is room for it.
 *
 * @param factors - The values of each factor, the plain one among them, in the order in which they are preferred.
 * @param most - How many of the rows are sent, on average.
 * @param random - Returns a number from 0 up to 1.
 */
export function eachValue(
  factors: readonly (readonly string[])[],
  most: number,
  random: () => number,
): readonly Row[] {
  const count = Math.max(...factors.map((values) => values.length)) - 1;
  const columns = factors.map((values) => columnOf(values, count, values.length <= most, random));
  return Array.from({ length: count }, (_, row) => columns.map((column) => column[row] ?? plain));
}

/** The values of one factor, row by row: each of them once, then each once more in another order, and so on. */
function columnOf(
  values: readonly string[],
  count: number,
  hasRoom: boolean,
  random: () => number,
): readonly string[] {
  const spelled = values.filter((value) => value !== plain);
  const every = Math.max(rowsForPlain, values.length);
  const first = Math.floor(random() * every);
  let next = [...spelled];
  return Array.from({ length: count }, (_, row) => {
    if (hasRoom && values.length <= count && row % every === first) return plain;
    if (next.length === 0) next = shuffled(spelled, random);
    return next.shift() ?? plain;
  });
}
