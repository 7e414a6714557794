/** No failure on a single observation: contradictions are asked again, under fresh conditions. */
import { evidenceKept, type Judgement } from "../checks/kit/verdict.ts";

/** How often a question is asked, at most, before what was seen once counts as chance. */
export const mostTimes = 4;

/** How many samples are taken to see again what was seen once. */
export const samplesAgain = 5;

/** True if asking once more may show the contradiction again: not shown yet, and still possible to show. */
export function isStillOpen({ verdict }: Judgement, times: number): boolean {
  return times < mostTimes && ["passed", "observed", "inconclusive"].includes(verdict);
}

/**
 * The result of a check that failed and was asked again with another token and other keys, at another moment.
 * Only a repeated contradiction is a failure. `times` is how often it has been asked so far. If it can't be
 * asked again because it needs a longer wait than the time left, the first result stands.
 */
export function confirmed(first: Judgement, again: Judgement, times: number): Judgement {
  const exchanges = [...new Set([...first.exchanges.slice(0, 1), ...again.exchanges, ...first.exchanges])];
  const both = { ...first, exchanges: exchanges.slice(0, evidenceKept) };
  switch (again.verdict) {
    case "failed":
      return both;
    case "skipped":
      return first;
    case "broken":
      return again;
    default:
      return doubted(both, `Once in ${times}: ${first.message} Asked again: ${again.message}.`);
  }
}

/** A contradiction that could not be asked again because the run had to end. */
export function unconfirmed(first: Judgement): Judgement {
  return doubted(first, `Seen once, and not asked again, since the run had to end: ${first.message}`);
}

function doubted({ answer: _, ...first }: Judgement, message: string): Judgement {
  return { ...first, verdict: "inconclusive", message };
}
