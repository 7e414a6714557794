/** The median, the upper one of two middle values; NaN for no values. Single timings are too noisy to use. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
