import { widestMargin } from "../../wire/clock-offset.ts";
import type { Run } from "./check.ts";

/** Why the server's clock is not known accurately enough for a timestamp near a bound; null if it is. */
export function clockDoubt(run: Run): string | null {
  const { session } = run.probe;
  const clock = session.clock();
  if (clock === null) return "the server sends no Date, so its clock is not known well enough";
  if (session.marginSeconds(0) !== null) return null;
  return `the server's clock is known to ±${Math.ceil(clock.uncertaintyMs / 1000)} s only, or its responses contradict each other; ${widestMargin} s are needed`;
}
