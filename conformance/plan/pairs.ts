/** A covering array: as few rows as a greedy search finds in which every pair of values occurs. */

/** One row: a value for each factor, in the order of the factors. */
export type Row = readonly string[];

/** Rows in which every value of a factor occurs together with every value of every other. Deterministic. */
export function coveringArray(factors: readonly (readonly string[])[]): Row[] {
  const pairs = factors.flatMap((values, i) =>
    factors
      .slice(i + 1)
      .flatMap((others, k) => values.flatMap((x) => others.map((y) => pair(i, x, i + 1 + k, y)))),
  );
  const open = new Map(pairs.map((one) => [one.key, one]));
  const rows: Row[] = [];
  for (let [first] = open.values(); first !== undefined; [first] = open.values()) {
    const row = nextRow(factors, open, first.start);
    for (const [i, x] of row.entries()) {
      for (const [j, y] of row.entries()) if (j > i) open.delete(pair(i, x, j, y).key);
    }
    rows.push(row);
  }
  return rows;
}

/** A pair of values of two factors, as a key and as the start of a row. */
function pair(i: number, x: string, j: number, y: string) {
  const start: readonly (readonly [factor: number, value: string])[] =
    i < j
      ? [
          [i, x],
          [j, y],
        ]
      : [
          [j, y],
          [i, x],
        ];
  return { key: start.join("&"), start };
}

/** Starts with an uncovered pair and gives every other factor the value that covers the most pairs. */
function nextRow(
  factors: readonly (readonly string[])[],
  open: ReadonlyMap<string, unknown>,
  start: ReturnType<typeof pair>["start"],
): Row {
  const row = new Map(start);
  for (const [i, values] of factors.entries()) {
    if (row.has(i)) continue;
    const closed = (value: string) =>
      [...row].filter(([j, other]) => open.has(pair(i, value, j, other).key)).length;
    const [best = ""] = [...values].sort((a, b) => closed(b) - closed(a));
    row.set(i, best);
  }
  return factors.map((_, index) => row.get(index) ?? "");
}
