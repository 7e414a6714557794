/** A covering array: as few rows as a greedy search finds in which every pair of values occurs. */

/** One row: a value for each factor, in the order of the factors. */
export type Row = readonly string[];

/** Rows in which every value of a factor occurs together with every value of every other. Deterministic. */
export function coveringArray(factors: readonly (readonly string[])[]): Row[] {
  // Values are numbered through all factors, since pairs of numbers are found much faster than pairs of words.
  const names = factors.flat();
  let start = 0;
  const numbered = factors.map((values) => values.map(() => start++));
  const pairs = numbered.flatMap((values, i) =>
    numbered.slice(i + 1).flatMap((others) => values.flatMap((x) => others.map((y) => [x, y] as const))),
  );
  const open = new Uint8Array(names.length ** 2);
  const set = (x: number, y: number, to: 0 | 1) => {
    open[x * names.length + y] = to;
    open[y * names.length + x] = to;
  };
  for (const [x, y] of pairs) set(x, y, 1);
  const isOpen = (x: number, y: number) => open[x * names.length + y] === 1;
  const rows: Row[] = [];
  for (const pair of pairs) {
    if (!isOpen(...pair)) continue;
    const row = nextRow(numbered, isOpen, pair);
    for (const x of row) for (const y of row) set(x, y, 0);
    rows.push(row.map((x) => names[x] ?? ""));
  }
  return rows;
}

/** Starts with an uncovered pair and gives every other factor the value that covers the most pairs. */
function nextRow(
  factors: readonly (readonly number[])[],
  isOpen: (x: number, y: number) => boolean,
  pair: readonly [number, number],
): number[] {
  const chosen = [...pair];
  const row = factors.map((values) => pair.find((x) => values.includes(x)));
  for (const [factor, values] of factors.entries()) {
    if (row[factor] !== undefined) continue;
    const covered = values.map((value) => chosen.filter((other) => isOpen(value, other)).length);
    const best = values[covered.indexOf(Math.max(...covered))] ?? 0;
    row[factor] = best;
    chosen.push(best);
  }
  return row.map((x) => x ?? 0);
}
