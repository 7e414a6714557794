import type { Run } from "./check.ts";

/** Why the server's clock is not known accurately enough for this margin; null if it is. */
export function clockDoubt(run: Run, marginSeconds: number): string | null {
  const clock = run.probe.session.clock();
  if (clock === null) return "the server sends no Date, so its clock is not known well enough";
  if (clock.uncertaintyMs <= marginSeconds * 1000) return null;
  return `the server's clock is known to ±${Math.ceil(clock.uncertaintyMs / 1000)} s only; ${marginSeconds} s are needed`;
}
