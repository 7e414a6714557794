import type { Parameter } from "./document.ts";

/** The open question of what a repetition is answered with. */
const question = "gap.idempotency.replay-response";

const verb =
  "(?:gets?|is given|is answered|are answered|returns?|receives?|repeats?|replays?|(?:is|are) replayed)";
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
] as const;
/** What is said in such a clause of something else: of another body, of a refusal, or of what may be. */
const otherwise =
  /\b(?:not|never|no|may|might|can|must|has to|have to|if|when|while|other|another|different|[45]\d\d)\b/i;

/** True where the words about an idempotency key say that a repetition is answered as the first request was. */
export function isReplayed({ description = "", "x-unspecified": open = [] }: Parameter): boolean {
  if (open.includes(question)) return false;
  // What comes before "and" is said of something else, as that it is not carried out again.
  const clauses = description
    .replace(/\s+/g, " ")
    .split(/[.;:]|\band (?=\w+ (?:the|its|with)\b)|, (?=and\b|but\b)/);
  return clauses.some((clause) => said.some((words) => words.test(clause)) && !otherwise.test(clause));
}
