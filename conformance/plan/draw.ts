/** Which spellings each defect is sent in: drawn from a seed, so that a run can be repeated. */
import { coveringArray } from "./pairs.ts";
import { randomFor, shuffled } from "./random.ts";
import type { Spelling } from "./spellings.ts";

/** How much is drawn. */
export interface Draw {
  /** A whole number; the same one draws the same. */
  readonly seed: number;
  /**
   * `spellings`: each defect meets each spelling. `pairs`: it meets each pair of them. `none`: plain requests only,
   * and no histories.
   */
  readonly strength: "none" | "spellings" | "pairs";
}

const plain = "plain";

/**
 * The spellings that one request combines, for each request that is sent with a defect besides the plain one.
 *
 * @param place - What is sent, in words: each place is drawn by itself.
 */
export function drawSpellings(
  usable: readonly Spelling[],
  { seed, strength }: Draw,
  place: string,
): readonly (readonly Spelling[])[] {
  if (strength === "none" || usable.length === 0) return [];
  const names = [...new Set(usable.map(({ dimension }) => dimension))];
  const random = randomFor(seed, place);
  const factors = names.map((name) => {
    const values = usable.filter(({ dimension }) => dimension === name).map(({ value }) => value);
    return shuffled([plain, ...values], random);
  });
  const rows = strength === "pairs" ? coveringArray(factors) : eachValue(factors);
  const drawn = rows.map((row) =>
    usable.filter(({ dimension, value }) => row[names.indexOf(dimension)] === value),
  );
  return drawn.filter((row) => row.length > 0);
}

/** As few rows as hold each value of each factor. */
function eachValue(factors: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const count = Math.max(...factors.map((values) => values.length));
  return Array.from({ length: count }, (_, row) =>
    factors.map((values) => values[row % values.length] ?? plain),
  );
}

/** The request in all of these spellings. */
export function spelled(row: readonly Spelling[]): Spelling["rewrite"] {
  return (request) =>
    row.reduce((made, { applies, rewrite }) => (applies(made) ? rewrite(made) : made), request);
}

/** The spellings in words: "when Content-Type has a charset and Accept is absent"; empty for none. */
export function whenWords(row: readonly Spelling[]): string {
  const words = row.map(({ when }) => when);
  const last = words.pop();
  return last === undefined ? "" : `when ${words.length === 0 ? last : `${words.join(", ")} and ${last}`}`;
}
