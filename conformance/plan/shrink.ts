/**
 * Finds out which spellings of a request matter for what was observed: each is set back to the plain one while
 * the others stay, and what can be set back without a difference is left out.
 */
import type { Spelling } from "./spellings.ts";

/** What is left of a row. */
export interface Shrunk {
  /** The spellings without which it was not observed. */
  readonly needed: readonly Spelling[];
  /** How often the needed spellings alone were sent, and how often it was observed then. */
  readonly sent: number;
  readonly seen: number;
}

/**
 * Shrinks a row, and repeats what is left of it a few times, so that nothing is told that was seen only once.
 *
 * @param isSeen - Sends the request in these spellings and tells whether the same is observed again.
 * @param sent - How often what is left is repeated.
 */
export async function shrink(
  row: readonly Spelling[],
  isSeen: (row: readonly Spelling[]) => Promise<boolean>,
  sent = 4,
): Promise<Shrunk> {
  let needed = row;
  for (const spelling of row) {
    const without = needed.filter((other) => other !== spelling);
    if (await isSeen(without)) needed = without;
  }
  let seen = 0;
  for (let time = 0; time < sent; time += 1) if (await isSeen(needed)) seen += 1;
  return { needed, sent, seen };
}
