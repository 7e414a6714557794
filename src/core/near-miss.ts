/** Maximum number of typing mistakes that still count as a misspelling. */
const mostSlips = 2;

/**
 * The name that was probably meant.
 *
 * A name that is far from all known ones is accepted: it may belong to a later version of the API.
 *
 * @param name - The name as written.
 * @param known - Names that exist.
 * @returns Undefined if the name is known, or if none is near. Near means different in case only, or in at
 *   most two letters and in less than half of them.
 */
export function nearMiss(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  let nearest: { readonly name: string; readonly slips: number } | undefined;
  for (const other of known) {
    // Too different to match, and the comparison table could be large.
    if (Math.abs(name.length - other.length) > mostSlips) continue;
    const slips = slipsBetween(name.toLowerCase(), other.toLowerCase());
    const near = slips <= mostSlips && slips * 2 < Math.max(name.length, other.length);
    if (near && slips < (nearest?.slips ?? Number.POSITIVE_INFINITY)) nearest = { name: other, slips };
  }
  return nearest?.name;
}

/**
 * Number of letters omitted, added, replaced or swapped with a neighbour (optimal string alignment
 * distance).
 */
export function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : replaced;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(a.length, b.length);
}
