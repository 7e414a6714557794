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
  /** How many different defects there are to be drawn for, further forms of them included. */
  readonly defects: number;
  /** How many further forms of them there are, for all operations together. */
  readonly forms: number;
  /** null where none are played. */
  readonly histories: Histories | null;
}

/** The part of the cases that histories get, unless all of them need less. */
const historiesPart = 0.25;
/** The part that further forms of defects get, likewise. */
const formsPart = 0.125;

/**
 * Shares out the cases of a run: histories and further forms get their parts, and every defect gets as many
 * combinations of spellings as every other one. With few cases, each defect meets fewer spellings before any is left
 * out.
 */
export function drawOf({ seed, cases, thorough, only }: Wanted, { defects, forms, histories }: Needed): Draw {
  const strength = thorough ? "pairs" : "spellings";
  if (only !== undefined) return { seed, rows: 1, strength, histories: 0, share: 1, only };
  const { count, length } = histories ?? { count: 0, length: 1 };
  const played = Math.min(count, Math.floor((cases * historiesPart) / length));
  const sent = Math.min(forms, Math.floor(cases * formsPart));
  const left = cases - played * length - sent;
  return {
    seed,
    rows: defects === 0 ? left : left / defects,
    strength,
    histories: played,
    share: forms === 0 ? 0 : sent / forms,
  };
}
