/** The middle of the values, the upper one of two; NaN of none. Machines are noisy, so one value says little. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
