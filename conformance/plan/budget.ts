/** How the requests that a run may draw are shared out. */
import type { Draw } from "./draw.ts";
import type { SpellingName } from "./spellings.ts";

/** What is wanted of a run. */
export interface Wanted {
  /** A whole number; the same one draws the same. */
  readonly seed: number;
  /** The most requests that are drawn, besides plain ones and those around them; 0 for none. */
  readonly cases: number;
  /** True to let each defect meet each pair of spellings, as far as the cases reach. */
  readonly thorough: boolean;
  /** The one combination of spellings that is sent instead, and no histories; undefined to draw. */
  readonly only?: readonly SpellingName[] | undefined;
}

/** How many histories there are, and how many requests each has. */
export interface Histories {
  readonly count: number;
  readonly length: number;
}

/** What there is to draw for. */
export interface Needed {
  /** How many different defects are sent in the plain spelling. */
  readonly defects: number;
  /** null where none are played. */
  readonly histories: Histories | null;
}

/** The part of the cases that histories get, unless all of them need less. */
const historiesPart = 0.25;

/**
 * Shares out the cases of a run: histories get their part, and every defect gets as many combinations of spellings
 * as every other one. With few cases, each defect meets fewer spellings before any is left out.
 */
export function drawOf({ seed, cases, thorough, only }: Wanted, { defects, histories }: Needed): Draw {
  const strength = thorough ? "pairs" : "spellings";
  if (only !== undefined) return { seed, rows: 1, strength, histories: 0, only };
  const { count, length } = histories ?? { count: 0, length: 1 };
  const played = Math.min(count, Math.floor((cases * historiesPart) / length));
  const left = cases - played * length;
  return {
    seed,
    rows: defects === 0 ? left : left / defects,
    strength,
    histories: played,
  };
}
