import { type CheckEvent, type Summary, type Verdict, verdicts } from "./events.ts";

/** How often each verdict was given. */
export function countVerdicts(checks: readonly CheckEvent[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const check of checks) counts[check.verdict]++;
  return counts;
}

/** The verdicts that were given, each with its count. */
export function countsOf(checks: readonly CheckEvent[]): [Verdict, number][] {
  const counts = countVerdicts(checks);
  return verdicts.filter((verdict) => counts[verdict] > 0).map((verdict) => [verdict, counts[verdict]]);
}

/** How often each verdict was given, and how many checks were announced and reported. */
export function summarize(checks: readonly CheckEvent[], expected: number): Summary {
  return { ...countVerdicts(checks), expected, emitted: checks.length };
}
