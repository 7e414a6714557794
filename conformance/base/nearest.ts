/** The candidate that a mistyped word most likely means; null where none is near. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  if (best !== undefined && best.distance <= Math.max(1, Math.floor(best.candidate.length / 2.5))) {
    return best.candidate;
  }
  return candidates.find((candidate) => abbreviates(wanted, candidate.toLowerCase())) ?? null;
}

/** "did you mean daily?" for the candidate that is near to a mistyped word; where none is, what else to say. */
export function didYouMean(word: string, candidates: readonly string[], otherwise: string): string {
  const meant = nearest(word, candidates);
  return meant === null ? otherwise : `did you mean ${meant}?`;
}

/** True for md and markdown: the same first letter, and the others in this order. */
function abbreviates(short: string, long: string): boolean {
  if (short.length < 2 || short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

/** How many letters must be inserted, removed, replaced or swapped with their neighbour, from one to the other. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 0; row < from.length; row++) {
    const current = [row + 1];
    for (let column = 0; column < to.length; column++) {
      const at = (line: readonly number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
      const replaced = at(above, column) + (from[row] === to[column] ? 0 : 1);
      const isSwap = from[row] === to[column - 1] && from[row - 1] === to[column];
      const swapped = isSwap ? at(before, column - 1) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, at(above, column + 1) + 1, at(current, column) + 1));
    }
    before = above;
    above = current;
  }
  return above[to.length] ?? 0;
}
