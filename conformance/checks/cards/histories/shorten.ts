/** Finds the steps of a history that a finding needs, by leaving out others. */
import { type History, neededBy } from "./step.ts";

/** A history without some steps, and without those that need them; null if the last one does. */
export function without(history: History, from: number, count = 1): History | null {
  const dropped = new Set<string>();
  const kept = history.filter((step, index) => {
    const needed = neededBy(step);
    const isChosen = index >= from && index < from + count;
    const isKept = !isChosen && (needed === null || !dropped.has(needed));
    if (!isKept && "name" in step) dropped.add(step.name);
    return isKept;
  });
  return kept.at(-1) === history.at(-1) ? kept : null;
}

/** The last step with the writes that it needs, and those that these need. */
export function needed(history: History): History {
  const names = new Set<string>();
  const kept = history.toReversed().filter((step, index) => {
    const isKept = index === 0 || ("name" in step && names.has(step.name));
    const name = isKept ? neededBy(step) : null;
    if (name !== null) names.add(name);
    return isKept;
  });
  return kept.toReversed();
}

/** Steps that may still be played to shorten histories; the same for all findings of a run. */
export interface Allowance {
  steps: number;
}

/** How many steps are left out at once: several first, since few are usually needed. */
const sizes = [4, 2, 1];

/**
 * Shortens a history that ends with a finding by leaving out steps while the finding recurs at its end. What
 * is left is tried once more, since a finding that comes and goes fits any history.
 *
 * @param recurs - Plays a history on the same server with fresh keys; true if it ends with the same finding.
 * @param allowance - What is used of it is taken away; when it is used up, no shorter history is looked for.
 * @returns null if no shorter history shows it reliably.
 */
export async function shortened(
  history: History,
  recurs: (candidate: History) => Promise<boolean>,
  allowance: Allowance,
): Promise<History | null> {
  const isShown = async (candidate: History | null) => {
    if (candidate === null || candidate.length > allowance.steps) return false;
    allowance.steps -= candidate.length;
    return recurs(candidate);
  };
  const least = needed(history);
  let shortest = history;
  if (least.length < history.length && (await isShown(least))) shortest = least;
  for (const size of shortest === least ? [] : sizes) {
    for (let from = shortest.length - 1 - size; from > -size; from -= size) {
      const start = Math.max(0, from);
      const candidate = without(shortest, start, size + Math.min(0, from));
      if (candidate === null || candidate.length === shortest.length) continue;
      if (await isShown(candidate)) shortest = candidate;
    }
  }
  return shortest !== history && (await recurs(shortest)) ? shortest : null;
}
