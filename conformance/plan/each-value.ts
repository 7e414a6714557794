/** As few rows as hold each value of each factor, with as many different pairs of values in them as can be. */
import type { Row } from "./pairs.ts";

/** The plain value of every factor. */
export const plain = "plain";

/** Of how many rows one has the plain value of a factor, at the most: what is plain meets nothing. */
const rowsForPlain = 4;

/** A factor while rows are made. */
interface Column {
  /** The values that are not plain, as numbers through all factors. */
  readonly spelled: readonly number[];
  /** Those of them that the rows have still to hold before one is used again. */
  unused: number[];
  readonly isPlainIn: (row: number) => boolean;
}

/**
 * As few rows as hold each value of each factor: the plain one stands only where there is room for it. Of the values
 * of a factor that were used least, a row gets the one that has met the fewest others of the row.
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
  const names = factors.flat();
  const count = Math.max(...factors.map((values) => values.length)) - 1;
  const columns = columnsOf(factors, Math.min(count, most), random);
  // A value with few rows has the fewest chances to meet another: it comes first.
  const byChances = [...columns].sort((a, b) => b.spelled.length - a.spelled.length);
  const met = new Uint8Array(names.length ** 2);
  return Array.from({ length: count }, (_, row) => {
    const chosen: number[] = [];
    for (const column of byChances.filter(({ isPlainIn }) => !isPlainIn(row))) {
      const isNew = (value: number, other: number) => met[other * names.length + value] === 0;
      chosen.push(take(column, (value) => chosen.filter((other) => isNew(value, other)).length));
    }
    for (const one of chosen) for (const other of chosen) met[one * names.length + other] = 1;
    return columns.map(
      ({ spelled }) => names[chosen.find((value) => spelled.includes(value)) ?? -1] ?? plain,
    );
  });
}

function columnsOf(
  factors: readonly (readonly string[])[],
  rows: number,
  random: () => number,
): readonly Column[] {
  let number = 0;
  return factors.map((values) => {
    const numbered = values.map((value) => ({ value, number: number++ }));
    const spelled = numbered.filter(({ value }) => value !== plain).map(({ number }) => number);
    const every = Math.max(rowsForPlain, values.length);
    const first = Math.floor(random() * every);
    const isPlainIn = (row: number) => values.length <= rows && row % every === first;
    return { spelled, unused: [...spelled], isPlainIn };
  });
}

/** Takes the value with the highest score of those that are to be used. */
function take(column: Column, score: (value: number) => number): number {
  const scores = column.unused.map(score);
  const [value = 0] = column.unused.splice(scores.indexOf(Math.max(...scores)), 1);
  if (column.unused.length === 0) column.unused = [...column.spelled];
  return value;
}
