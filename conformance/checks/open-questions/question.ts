import type { Exchange } from "../../wire/exchange.ts";
import { answer, type Check, missing, type Run } from "../kit/check.ts";
import { findRequirement } from "../kit/rules.ts";
import type { Fact } from "../kit/verdict.ts";

/** Makes the check that reports the answer to an open question; its id is the question's. */
export function question(
  gap: string,
  access: Check["access"],
  ask: (run: Run) => Promise<Fact | readonly Fact[]>,
  stage: Check["stage"] = "request",
): Check {
  return {
    id: gap,
    title: findRequirement(gap)?.question ?? gap,
    requirements: [gap],
    access,
    stage,
    run: async (run) => [await ask(run)].flat(),
  };
}

/** True for a request that was sent to see how the server answers an open question. */
export function isOfOpenQuestion({ purpose }: Exchange): boolean {
  return findRequirement(purpose)?.question !== undefined;
}

/** The status of refusals as an answer; a request not refused for its defect counts as missing. */
export function statusAnswers(
  refused: readonly { exchange: Exchange | null; fact: Fact }[],
): readonly Fact[] {
  return refused.map(({ exchange, fact }) => {
    const status = exchange?.response?.status;
    if (fact.kind === "held" && exchange !== null) {
      return answer(String(status), `refused with ${status}`, [exchange.id]);
    }
    return fact.kind === "violated" ? missing("it was not refused", fact.exchanges) : fact;
  });
}

/** The distinct values, sorted and joined with commas. */
export function distinct(values: readonly string[]): string {
  return [...new Set(values)].sort().join(", ");
}
