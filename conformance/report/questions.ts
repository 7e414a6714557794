import { type Requirement, requirements } from "../../generated/requirements.ts";
import type { CheckEvent } from "../base/events.ts";
import type { RunLog } from "./log.ts";

/** A question that the specification leaves open, and this run's findings about it. */
export interface Question {
  readonly requirement: Requirement;
  readonly question: string;
  /** The check that asked it; null if this run had no such check. */
  readonly check: CheckEvent | null;
  /** The id of the answer; null if there is none. */
  readonly answer: string | null;
  /** The answer in words, or why there is none. */
  readonly description: string;
}

/** Every open question in specification order, answered or not. */
export function questionsOf(log: RunLog): Question[] {
  return requirements
    .filter((row) => row.basis === "unspecified")
    .map((requirement: Requirement) => {
      const asked = log.checks.filter((check) =>
        (check.requirements as readonly string[]).includes(requirement.id),
      );
      const check = asked.find(({ answer }) => answer !== null) ?? asked[0] ?? null;
      return {
        requirement,
        question: requirement.question ?? requirement.statement,
        check,
        answer: check?.answer ?? null,
        // A client is told on which answers it relies, not what an answer means.
        description:
          log.run.party === "client" && check !== null ? check.message : answerInWords(requirement, check),
      };
    });
}

function answerInWords(requirement: Requirement, check: CheckEvent | null): string {
  if (check === null) return requirement.unobservable ?? "Not asked in this run.";
  if (check.answer === null) return check.message;
  const known = requirement.answers?.find(({ id }) => id === check.answer);
  return known?.means ?? check.message;
}
