/** No accusation on one observation: what contradicts the specification is asked again, under fresh conditions. */
import { evidenceKept, type Judgement } from "../checks/kit/verdict.ts";

/** How often a question is asked, at the most, before what was seen once counts as a chance. */
export const mostTimes = 4;

/** How many samples are taken of what was seen once, to see it again. */
export const samplesAgain = 5;

/** True where one more question may show the contradiction again: neither shown nor impossible to show by then. */
export function isStillOpen({ verdict }: Judgement, times: number): boolean {
  return times < mostTimes && ["passed", "observed", "inconclusive"].includes(verdict);
}

/**
 * What a check comes to that failed, and was asked again with another token, other keys and at another moment.
 * Only what contradicts again has failed. `times` is how often it has been asked by then. Where the question can't be asked twice, because it needs a longer
 * wait than is left, the first answer stands.
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

/** A contradiction that could not be asked for again, since the run had to end. */
export function unconfirmed(first: Judgement): Judgement {
  return doubted(first, `Seen once, and not asked again, since the run had to end: ${first.message}`);
}

function doubted({ answer: _, ...first }: Judgement, message: string): Judgement {
  return { ...first, verdict: "inconclusive", message };
}
