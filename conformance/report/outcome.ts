import { cantSay, type EndEvent, type Verdict } from "../base/events.ts";
import { count } from "../base/text.ts";
import type { RunLog } from "./log.ts";
import { countVerdicts, isContradiction } from "./model.ts";

/** What a run comes to. */
export interface Outcome {
  readonly exitCode: EndEvent["exitCode"];
  /** A few words, for a headline. */
  readonly title: string;
  /** One sentence. */
  readonly meaning: string;
  /** Why the run is not complete, one line each; none where it is. */
  readonly incomplete: readonly string[];
  /** Those of these lines that neither the title says nor what is left changed. */
  readonly reasons: readonly string[];
}

const titles = {
  0: "Conforms",
  1: "Contradicts the specification",
  2: "Not run",
  3: "Incomplete",
  4: "Suite fault",
} as const satisfies Record<EndEvent["exitCode"], string>;

/** The outcome; a log that was cut short is incomplete, whatever it holds. */
export function outcomeOf(log: RunLog): Outcome {
  const exitCode = log.end?.exitCode ?? 3;
  const incomplete = incompleteReasons(log);
  const title = titleOf(exitCode, incomplete);
  const leftChanged = log.end?.writes.leftChanged;
  return {
    exitCode,
    title,
    meaning: meaningOf(log, exitCode),
    incomplete,
    reasons: incomplete.filter((line) => line !== title && line !== leftChanged),
  };
}

/** Of an incomplete run, what can't be said stands first. */
function titleOf(exitCode: EndEvent["exitCode"], incomplete: readonly string[]): string {
  const [first, ...others] = incomplete.filter((line) => line.startsWith(cantSay));
  if (exitCode !== 3 || first === undefined) return titles[exitCode];
  return others.length === 0 ? first : `${cantSay}${others.length + 1} operations were never accepted`;
}

function incompleteReasons({ run, checks, end }: RunLog): string[] {
  if (end !== null) return [...end.incomplete];
  return [
    `The log was cut short: it has no footer, and ${checks.length} of ${count(run.expected, "check")} reported.`,
  ];
}

function meaningOf(log: RunLog, exitCode: EndEvent["exitCode"]): string {
  const counts = countVerdicts(log.checks);
  const contradictions = log.checks.filter(isContradiction).length;
  const known = counts.failed - contradictions;
  // An open question fails only for a pinned answer, and a known failure only for being there no longer.
  const ofProfile = log.checks.filter(
    (check) =>
      isContradiction(check) &&
      (check.basis === "unspecified" || check.message.startsWith("The profile lists")),
  ).length;
  switch (exitCode) {
    case 0:
      return [
        known === 0
          ? `The server kept every rule that was exercised: ${count(counts.passed, "check")} passed, none failed.`
          : `Nothing contradicts the specification except ${count(known, "known failure")}.`,
        unexercised(counts),
      ].join("");
    case 1:
      if (contradictions > 0 && contradictions === ofProfile) {
        return `${count(ofProfile, "check")} found something else than the profile expects; nothing contradicts the specification.`;
      }
      return contradictions === 0
        ? "The run failed although no check contradicts the specification."
        : `${count(contradictions, "check")} found the server contradicting the specification.`;
    case 2:
      return "The run could not start as configured; nothing is known about the server.";
    case 3:
      return contradictions === 0
        ? "The run is incomplete: it can't tell whether the server conforms."
        : `This run did not get to its end; ${count(contradictions, "check")} had found the server contradicting the specification.`;
    case 4:
      return "The suite itself failed; its other results may still be right.";
  }
}

/** Conforming without having been asked is worth less, so it is said in the same breath. */
function unexercised({ inconclusive, skipped }: Readonly<Record<Verdict, number>>): string {
  const parts = [
    ...(skipped > 0 ? [`${count(skipped, "check was", "checks were")} left out`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} could not be exercised`] : []),
  ];
  return parts.length === 0 ? "" : ` Of the others, ${parts.join(" and ")}.`;
}
