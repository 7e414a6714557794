/** What is compared, and how: in turns, so that a machine which slows down does so for all. */

/** One that is measured; each turn returns one figure. */
export interface Contestant {
  readonly name: string;
  /**
   * What it stands for: the limit is 1.0 of its row, `also` is ours in another form, and a floor is what ours is built
   * on, without ours.
   */
  readonly part: "limit" | "ours" | "also" | "floor" | "peer";
  turn(): number | Promise<number>;
}

/** What one contestant took, one figure for each round. */
export interface Samples extends Pick<Contestant, "name" | "part"> {
  readonly figures: readonly number[];
}

/**
 * Lets all contestants take turns, after one turn of each that does not count. Every other round goes backwards: each
 * collects the garbage of the one before, and not always of the same one.
 *
 * @param rounds - Turns of each that count.
 */
export async function inTurns(contestants: readonly Contestant[], rounds: number): Promise<Samples[]> {
  const samples = contestants.map(({ name, part }) => ({ name, part, figures: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    const order = [...contestants.entries()];
    for (const [index, contestant] of round % 2 === 0 ? order : order.reverse()) {
      const figure = await contestant.turn();
      if (round > 0) samples[index]?.figures.push(figure);
    }
  }
  return samples;
}

/**
 * A value that this share of the values is not above; NaN for no values. Of two middle values it is the upper one.
 *
 * @param share - 0.5 for the median.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median, the upper one of two middle values; NaN for no values. Single timings are too noisy to use. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
