import { type CheckEvent, cantSay, type EndEvent, neverAccepted, type Verdict } from "../base/events.ts";
import { countVerdicts } from "../base/summary.ts";
import { count } from "../base/text.ts";
import type { RunLog } from "./log.ts";
import { isContradiction } from "./model.ts";

/** The outcome of a run. */
export interface Outcome {
  readonly exitCode: EndEvent["exitCode"];
  /** A few words, for a headline. */
  readonly title: string;
  /** One sentence. */
  readonly meaning: string;
  /** Why the run is incomplete, one line each; empty if it is complete. */
  readonly incomplete: readonly string[];
  /** The lines of `incomplete` that repeat neither the title nor `leftChanged`. */
  readonly reasons: readonly string[];
  /** What could not be put back, in words; null if nothing is left changed. */
  readonly leftChanged: string | null;
}

const titles = {
  0: "Conforms",
  1: "Contradicts the specification",
  2: "Not run",
  3: "Incomplete",
  4: "Suite fault",
} as const satisfies Record<EndEvent["exitCode"], string>;

/** The outcome; a log that was cut short is incomplete, whatever it contains. */
export function outcomeOf(log: RunLog): Outcome {
  const { run, checks, end } = log;
  const exitCode = end?.exitCode ?? 3;
  const reported = `${checks.length} of ${count(run.expected, "check")} reported`;
  const incomplete = end?.incomplete ?? [`The log was cut short: it has no footer, and ${reported}.`];
  const title = titleOf(exitCode, incomplete);
  const leftChanged = end?.writes.leftChanged ?? null;
  return {
    exitCode,
    title,
    meaning: meaningOf(log, exitCode),
    incomplete,
    reasons: incomplete.filter((line) => line !== title && line !== leftChanged),
    leftChanged,
  };
}

/** The title of an incomplete run; names the operation that cannot be judged, if there is one. */
function titleOf(exitCode: EndEvent["exitCode"], incomplete: readonly string[]): string {
  const [first, ...others] = incomplete.filter((line) => line.startsWith(cantSay));
  if (exitCode !== 3 || first === undefined) return titles[exitCode];
  if (others.length === 0) return first;
  const isUnaccepted = [first, ...others].every((line) => line.endsWith(neverAccepted));
  const count = others.length + 1;
  return `${cantSay}${count} operations ${isUnaccepted ? "were never accepted" : "are not judged"}`;
}

function meaningOf({ run, checks }: RunLog, exitCode: EndEvent["exitCode"]): string {
  const counts = countVerdicts(checks);
  const contradictions = checks.filter(isContradiction);
  const known = counts.failed - contradictions.length;
  const found = count(contradictions.length, "check");
  const party = run.party ?? "server";
  switch (exitCode) {
    case 0: {
      const kept =
        known === 0
          ? `The ${party} kept every rule that was exercised: ${count(counts.passed, "check")} passed, none failed.`
          : `Nothing contradicts the specification except ${count(known, "known failure")}.`;
      return kept + unexercised(counts);
    }
    case 1:
      if (contradictions.length === 0)
        return "The run failed although no check contradicts the specification.";
      return contradictions.every(isOfProfile)
        ? `${found} found something else than the profile expects; nothing contradicts the specification.`
        : `${found} found the ${party} contradicting the specification.`;
    case 2:
      return `The run could not start as configured; nothing is known about the ${party}.`;
    case 3:
      return contradictions.length === 0
        ? `The run is incomplete: it can't tell whether the ${party} conforms.`
        : `This run did not get to its end; ${found} had found the ${party} contradicting the specification.`;
    case 4:
      return "The suite itself failed; its other results may still be right.";
  }
}

/** True for an answer other than the pinned one, and for a known failure that no longer fails. */
function isOfProfile({ basis, message }: CheckEvent): boolean {
  return basis === "unspecified" || message.startsWith("The profile lists");
}

/** How many checks were not exercised, for the sentence that says the server conforms. */
function unexercised({ inconclusive, skipped }: Readonly<Record<Verdict, number>>): string {
  const parts = [
    ...(skipped > 0 ? [`${count(skipped, "check was", "checks were")} left out`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} could not be exercised`] : []),
  ];
  return parts.length === 0 ? "" : ` Of the others, ${parts.join(" and ")}.`;
}
