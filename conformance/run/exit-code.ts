import type { EndEvent, Summary } from "../base/events.ts";

/** What else determines the exit code, besides the verdicts. */
export interface RunCircumstances {
  readonly isIncomplete: boolean;
  /** How many of the failures are known in the profile; they do not count. */
  readonly known?: number;
  /** The exit code of a run that was ended before it was complete; null for one that was not. */
  readonly ended?: 2 | 3 | 4 | null;
}

/**
 * The exit code of a run: 0 conforms, 1 contradicts, 2 wrong usage, 3 incomplete, 4 suite fault. A broken
 * rule gives 1 even if the rest is incomplete; 3 never reads as 0.
 */
export function exitCodeOf(
  summary: Summary,
  { isIncomplete, known = 0, ended = null }: RunCircumstances,
): EndEvent["exitCode"] {
  if (summary.failed > known) return 1;
  if (summary.broken > 0) return 4;
  return ended ?? (isIncomplete ? 3 : 0);
}
