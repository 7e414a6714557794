import { wilson } from "../../conformance/selftest/sample/wilson.ts";

/** A share of a sample with its interval: "12 of 40, 30.0 % (18.1 to 45.4 %)". */
export function share(found: number, drawn: number): string {
  const { low, high } = wilson(found, drawn);
  const percent = (part: number) => (100 * part).toFixed(1);
  const rate = drawn === 0 ? "" : `, ${percent(found / drawn)} %`;
  return `${found} of ${drawn}${rate} (${percent(low)} to ${percent(high)} %)`;
}
