import type { EndEvent, Summary } from "./events.ts";

/**
 * The exit code of a run: 0 conforms, 1 contradicts, 3 incomplete, 4 suite fault. A rule found broken gives
 * 1 even when the rest is incomplete; 3 never reads as 0.
 */
export function exitCodeOf(summary: Summary, incomplete: boolean): EndEvent["exitCode"] {
  if (summary.failed > 0) return 1;
  if (summary.broken > 0) return 4;
  return incomplete ? 3 : 0;
}
