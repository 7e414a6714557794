import type { EndEvent, Summary } from "./events.ts";

/**
 * The exit code of a run: 0 conforms, 1 contradicts, 3 incomplete, 4 suite fault. A rule found broken gives
 * 1 even when the rest is incomplete; 3 never reads as 0.
 *
 * @param known - How many of the failures the profile knows; they do not count.
 */
export function exitCodeOf(summary: Summary, incomplete: boolean, known = 0): EndEvent["exitCode"] {
  if (summary.failed > known) return 1;
  if (summary.broken > 0) return 4;
  return incomplete ? 3 : 0;
}
