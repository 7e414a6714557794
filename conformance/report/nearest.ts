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
  const isStart = (candidate: string) => wanted.length > 1 && candidate.toLowerCase().startsWith(wanted);
  return candidates.find(isStart) ?? null;
}

/** How many letters must be inserted, removed or replaced to get from one word to the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (let column = 0; column < to.length; column++) {
      const replaced = (previous[column] ?? 0) + (letter === to[column] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
