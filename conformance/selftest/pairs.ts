/** A covering array: as few rows as a greedy search finds, in which every pair of values meets. */

/** A factor and its values. */
export interface Factor {
  readonly name: string;
  readonly values: readonly string[];
}

/** One row: a value for each factor, in the order of the factors. */
export type Row = readonly string[];

/** Rows in which every value of every factor meets every value of every other one. Deterministic. */
export function coveringArray(factors: readonly Factor[]): Row[] {
  const open = new Set<string>();
  for (const [i, a] of factors.entries()) {
    for (const [j, b] of factors.entries()) {
      if (j <= i) continue;
      for (const x of a.values) for (const y of b.values) open.add(pair(i, x, j, y));
    }
  }
  const rows: Row[] = [];
  while (open.size > 0) {
    const row = nextRow(factors, open);
    for (const [i, x] of row.entries()) {
      for (const [j, y] of row.entries()) if (j > i) open.delete(pair(i, x, j, y));
    }
    rows.push(row);
  }
  return rows;
}

function pair(i: number, x: string, j: number, y: string): string {
  return i < j ? `${i}=${x}&${j}=${y}` : `${j}=${y}&${i}=${x}`;
}

/** Starts with a pair that is still open and gives every other factor the value that closes most pairs. */
function nextRow(factors: readonly Factor[], open: ReadonlySet<string>): Row {
  const [first = ""] = open;
  const row = new Map<number, string>();
  for (const part of first.split("&")) {
    const at = part.indexOf("=");
    row.set(Number(part.slice(0, at)), part.slice(at + 1));
  }
  for (const [i, { values }] of factors.entries()) {
    if (row.has(i)) continue;
    let best = values[0] ?? "";
    let most = -1;
    for (const value of values) {
      let closes = 0;
      for (const [j, other] of row) if (open.has(pair(i, value, j, other))) closes += 1;
      if (closes > most) {
        most = closes;
        best = value;
      }
    }
    row.set(i, best);
  }
  return factors.map((_, index) => row.get(index) ?? "");
}
