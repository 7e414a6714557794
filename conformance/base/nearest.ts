import { slipsBetween } from "../../src/core/near-miss.ts";

/** The candidate that a mistyped word most likely means; null if none is close. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: slipsBetween(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  if (best !== undefined && best.distance <= Math.max(1, Math.floor(best.candidate.length / 2.5))) {
    return best.candidate;
  }
  return candidates.find((candidate) => abbreviates(wanted, candidate.toLowerCase())) ?? null;
}

/** "did you mean daily?" for the candidate closest to a mistyped word; `otherwise` if none is close. */
export function didYouMean(word: string, candidates: readonly string[], otherwise: string): string {
  const meant = nearest(word, candidates);
  return meant === null ? otherwise : `did you mean ${meant}?`;
}

/** True for md and markdown: same first letter, and the other letters in the same order. */
function abbreviates(short: string, long: string): boolean {
  if (short.length < 2 || short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}
