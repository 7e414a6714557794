/** What a run comes to: counts, and why it is incomplete. */
import type { CheckEvent, Summary, Verdict } from "./events.ts";

/** How often each verdict was given. */
export function summarize(results: readonly CheckEvent[], expected: number): Summary {
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    observed: count("observed"),
    inconclusive: count("inconclusive"),
    skipped: count("skipped"),
    broken: count("broken"),
    expected,
    emitted: results.length,
  };
}

/** What may keep a run from being complete. */
export interface Circumstances {
  /** Why there is no token; null while there is one. */
  readonly tokenProblem: string | null;
  /** Why the session stopped sending; null where it did not. */
  readonly stopped: string | null;
  /** What could not be put back; null where nothing is left changed. */
  readonly leftChanged: string | null;
  readonly strict: boolean;
}

/** Why a run is incomplete, one line each; none where it is complete. */
export function whyIncomplete(
  summary: Summary,
  { tokenProblem, stopped, leftChanged, strict }: Circumstances,
): string[] {
  const lines: string[] = [];
  if (tokenProblem !== null) lines.push(`no access token: ${tokenProblem}`);
  else if (stopped !== null) lines.push(stopped);
  if (leftChanged !== null) lines.push(leftChanged);
  if (summary.emitted !== summary.expected) {
    lines.push(`${summary.expected} checks were expected and ${summary.emitted} have come`);
  }
  if (lines.length === 0 && summary.passed + summary.failed + summary.observed === 0) {
    lines.push(summary.expected === 0 ? "no check was selected" : "nothing could be exercised");
  }
  if (strict && summary.inconclusive > 0)
    lines.push(`${summary.inconclusive} checks are inconclusive (--strict)`);
  return lines;
}
