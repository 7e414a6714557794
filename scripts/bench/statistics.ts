/** What is told of repeated measurements: machines are noisy, so one value alone says little. */
export interface Spread {
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

/** The middle of the values, the upper one of two; NaN of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The spread of the values. */
export function spread(values: readonly number[]): Spread {
  return { least: Math.min(...values), median: median(values), most: Math.max(...values) };
}
