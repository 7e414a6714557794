/** Whether the words about an operation say that an id which nothing has is answered with 404: a DELETE may as well take it. */

const unknown =
  /\b(?:unknown|not known|no such|non-?existent|(?:does|do)(?: not|n't) exist|that nothing has|removed before|deleted before)\b/i;
const is404 = /\b(?:refused|rejected|answered|answers?|is|are|gets?|returns?|gives?)\b[^.;]{0,30}\b404\b/i;
/** Words with which it need not be, or which are about something else. */
const mayBe =
  /\b(?:may|might|can|could|should|usually|never|unless|except|without|not (?:refused|rejected|answered|an error)|read(?:s|ing)?|afterwards|then|parameters?|members?|fields?)\b/i;

/** True where a sentence says so of the whole operation. */
export function saysUnknownIs404(description: string): boolean {
  return description
    .replace(/\s+/g, " ")
    .split(/[.;:](?= |$)/)
    .some((sentence) => unknown.test(sentence) && is404.test(sentence) && !mayBe.test(sentence));
}
