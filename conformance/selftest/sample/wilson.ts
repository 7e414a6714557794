/** The two-sided 95 % quantile of the normal distribution. */
const z = 1.959964;

/**
 * The Wilson score interval of a share, at 95 %: where the true share lies, given what a sample shows.
 *
 * @returns Its ends, from 0 to 1; everything is possible where nothing was drawn.
 * @throws RangeError for more found than drawn.
 */
export function wilson(found: number, drawn: number): { low: number; high: number } {
  if (found < 0 || found > drawn) throw new RangeError(`${found} of ${drawn} is no share`);
  if (drawn === 0) return { low: 0, high: 1 };
  const share = found / drawn;
  const scale = 1 + z ** 2 / drawn;
  const middle = share + z ** 2 / (2 * drawn);
  const half = z * Math.sqrt((share * (1 - share)) / drawn + z ** 2 / (4 * drawn ** 2));
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

/** A share of a sample with its interval: "12 of 40, 30.0 % (18.1 to 45.4 %)". */
export function share(found: number, drawn: number): string {
  const { low, high } = wilson(found, drawn);
  const percent = (part: number) => (100 * part).toFixed(1);
  const rate = drawn === 0 ? "" : `, ${percent(found / drawn)} %`;
  return `${found} of ${drawn}${rate} (${percent(low)} to ${percent(high)} %)`;
}
