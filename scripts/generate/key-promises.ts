/** What the words about an idempotency key promise, where the description does not leave it open. */
import type { Parameter } from "./document.ts";

/** The open questions: what a repetition is answered with, what becomes of a key that is used for something else, or was refused. */
const [repetition, reuse, refusal] = [
  "gap.idempotency.replay-response",
  "gap.idempotency.reuse",
  "gap.idempotency.refused-key",
];

const verb =
  "(?:gets?|(?:is|are) given|(?:is|are) answered|returns?|receives?|repeats?|replays?|(?:is|are) replayed)";
const answer = "(?:answer|response(?! body)|status)";
/** What is said of a repetition that gets the answer of the first time. */
const said = [
  new RegExp(
    `\\b${verb}\\b[^.;:]{0,40}\\b(?:the|its|with the) (?:first|same|original|stored) ${answer}\\b`,
    "i",
  ),
  new RegExp(
    `\\b${verb}\\b[^.;:]{0,20}\\bthe ${answer}\\b[^.;:]{0,60}\\bof the first (?:time|one|request)\\b`,
    "i",
  ),
  /\banswered (?:again )?(?:just |exactly )?(?:as|like) (?:it was )?(?:on |at )?the first (?:time|one|request)\b/i,
] as const;
/** What is said in such a clause of something else: of another body, of a refusal, or of what may be. */
const otherwise =
  /\b(?:not|never|no|may|might|can|must|has to|have to|if|when|while|other|another|different|[45]\d\d)\b/i;

/** Even where something else holds, it does so; but what is said of the answer itself after "though" restricts it. */
const evenSo =
  /,?\s+(?:even (?:if|though|when|where|after)\b|(?:and )?(?:though|although) (?!(?:it|this|that|not|only|without|the (?:answer|response|status|body))\b))[^.;:,]*/g;

/** True where the words about an idempotency key say that a repetition is answered as the first request was. */
export function isReplayed({ description = "", "x-unspecified": open = [] }: Parameter): boolean {
  if (open.includes(repetition)) return false;
  // What comes before "and" is said of something else, as that it is not carried out again.
  const clauses = description
    .replace(/\s+/g, " ")
    .replace(evenSo, "")
    .split(/[.;:]|\band (?=\w+ (?:the|its|with)\b|not\b)|, (?=and\b|but\b|also\b)/);
  return clauses.some((clause) => said.some((words) => words.test(clause)) && !otherwise.test(clause));
}

/** What is said of a repetition that succeeds, whatever has become of what it is about. */
const succeeds =
  /\b(?:retry|retries|repetition|repeat|(?:repeated|same) (?:request|call)|sent again)\b[^.;:]{0,30}\b(?:under|with) (?:the|its|their|that) (?:(?:same|first) )?keys?\b[^.;:]{0,60}\b(?:succeeds?|(?:is|are|gets?|answered(?: as)?|with|returns?)(?: an?)? (?:2\d\d(?! \w+s\b)|success(?:es)?))\b/i;
/** Words with which it succeeds at times alone, or perhaps. */
const atTimes =
  /\b(?:new|fresh|own|without|whether|until|unless|long as|only|before|should|usually|normally|within|once|most|open)\b/i;

/**
 * True where the words about an operation, or about its key, say that a repetition under the key succeeds. What an operation
 * says of itself is not left open by what a key leaves open.
 */
export function isSuccessAgain(operation: string, key: Parameter): boolean {
  const { description = "", "x-unspecified": open = [] } = key;
  const said = open.includes(repetition) ? [operation] : [operation, description];
  return said
    .flatMap((text) => clausesOf(text.replace(evenSo, "")))
    .some((clause) => succeeds.test(clause) && !otherwise.test(clause) && !atTimes.test(clause));
}

/** A key that comes with another write than its first one. */
const other = [
  /\bkeys?\b[^.;:]{0,40}\b(?:with|for|by)\b[^.;:]{0,20}\b(?:another|other|different)\b[^.;:]{0,20}\b(?:write|change|request|body|payload|content|operation|parameters)\b/i,
  /\b(?:another|other|different)\b[^.;:]{0,20}\b(?:write|change|request|body|payload|content|operation)\b[^.;:]{0,20}\b(?:under|with|for) (?:a|the) (?:\w+ )?key\b[^.;:]{0,20}\b(?:used|known|spent)\b/i,
  /\b(?:another|different) (?:body|payload|content)\b[^.;:]{0,20}\b(?:under|with|for) (?:a|the) (?:same|used) key\b/i,
  /\b(?:another|different) (?:write|request|change|operation)\b[^.;:]{0,20}\b(?:under|with|for) a used key\b/i,
] as const;
/** What is said of a copy that comes too early, of the same write, of a key in itself, or of what may be. */
const notOfOther =
  /\b(?:not|never|no|without|may|might|can|should|usually|unless|new|while|until|before|as long as|being|under way|in progress|pending|at the same time|concurrent\w*|simultaneous\w*|longer|like|lacks?|same (?:write|request|body|payload))\b/i;

/** With which status a key is refused that comes with another write; "4XX" where it does not say, and null where it says nothing. */
export function reuseRefusedWith(key: Parameter): string | null {
  return refusedReuse(key)?.status ?? null;
}

/** True where the words say so of any other write, such as of another item, and not of another body alone. */
export function isRefusedForAny(key: Parameter): boolean {
  const { clause = "" } = refusedReuse(key) ?? {};
  const isOfAny =
    /\b(?:another|other|different) (?:write|change|request|operation)\b(?! (?:body|payload|content))/i.test(
      clause,
    );
  return (
    isOfAny && !/\b(?:same|this) (?!key)\w+|\b(?:for|on|of|to) (?:that|the|its|each) (?!key)\w+/i.test(clause)
  );
}

function refusedReuse({ description = "", "x-unspecified": open = [] }: Parameter) {
  if (open.includes(reuse)) return null;
  for (const clause of clausesOf(description)) {
    if (!other.some((words) => words.test(clause)) || notOfOther.test(clause)) continue;
    const [status] = /\b4\d\d\b/.exec(clause) ?? [];
    if (status !== undefined) return { status, clause };
    if (/\b(?:refused|rejected)\b/i.test(clause)) return { status: "4XX", clause };
  }
  return null;
}

/** What is refused, and leaves its key as it was. */
const leavesFree = [
  /\b(?:refused|rejected)\b[^.;:]{0,20}\b(?:does|do) not (?:use|take|consume)\b (?:up )?(?:its|the|their) keys?\b/i,
  /\bkeys? of (?:a|an)\b[^.;:]{0,20}\b(?:refused|rejected)\b[^.;:]{0,20}\bnot (?:used up|consumed|taken|spent)\b/i,
] as const;

/** True where the words say that a key which came with a refused write can be used for one. */
export function isFreedByRefusal({ description = "", "x-unspecified": open = [] }: Parameter): boolean {
  const isLimited = /\b(?:[45]\d\d|if|unless|when|may|might|should|usually|only)\b/i;
  const isSaid = (clause: string) =>
    leavesFree.some((words) => words.test(clause)) && !isLimited.test(clause);
  return !open.includes(refusal) && clausesOf(description).some(isSaid);
}

const clausesOf = (description: string): readonly string[] =>
  description.replace(/\s+/g, " ").split(/[.;:](?!\w)/);
