/** Whether words promise that a read shows what a write has changed, as soon as that is answered. */
import type { DescribedOperation, Document } from "./document.ts";

const everyRead =
  /\b(?:every|each|any|all) (?:(?:later|subsequent|following|further) )?reads?\b(?! (?:of|with|that|in|from|by)\b)|\b(?:everything|whatever) (?:that )?is read\b(?! (?:of|with|that|in|from|by)\b)|^reads show\b/i;
const shows = /\bshows?\b|\bshown\b/i;
const ofWrites = /\b(?:writes?|written|changed)\b/i;
const answered = /\b(?:answer(?:ed)?|afterwards|from then on|at once|immediately)\b/i;
/** What is said of something else, or may not be. */
const limited =
  /\b(?:may|might|can|could|should|usually|mostly|soon|eventual(?:ly)?|within|seconds?|minutes?|processed|jobs?|background|202|replicas?|sessions?|delay\w*|lags?|no|not|never|until|unless|except|but for|if|when|while|cached?)\b/i;
/** What is said of all reads that are not so. */
const isLateSomewhere =
  /\b(?:lags?|behind|delay(?:ed|s)?|eventual(?:ly)?|cached?|replicas?|stale|out of date|follows? later|late|seconds? old|minutes? old)\b/i;
/** What a read says of itself that does not show everything at once. */
const isLate =
  /\b(?:lags?|behind|delay(?:ed|s)?|eventual(?:ly)?|cached?|late|up to [^.]*\b(?:seconds?|minutes?)|a moment|snapshot|as of)\b/i;

/** True for a read that has to show it, by the words about all of the API or about itself. */
export function isShownAtOnce({ info }: Document, { method, operation }: DescribedOperation): boolean {
  const { description: own = "" } = operation;
  if (method !== "get" || isLate.test(own) || isLateSomewhere.test(info.description ?? "")) return false;
  return [own, info.description ?? ""].flatMap((said) => said.split(/[.;](?=\s|$)/)).some(isPromise);
}

/** From when on a promise holds, with a word that else limits one. */
const opening = /^(?:when|once|as soon as) (?:a|the|any|every) (write (?:has been|is|was) answered)\b/i;

function isPromise(sentence: string): boolean {
  const said = sentence.trim().replace(opening, "$1");
  return [everyRead, shows, ofWrites, answered].every((words) => words.test(said)) && !limited.test(said);
}
