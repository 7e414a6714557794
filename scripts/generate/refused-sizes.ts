/** Whether the words about the size of a page say that a wrong one is refused: else a service may take another size. */

const refuses = /\b(?:refused|rejected|answered with (?:a )?4(?!29)\d\d)\b/i;
/** Words with which it need not be, is of something else, or another size is taken instead. */
const mayBe =
  /\b(?:may|might|can|could|should|usually|never|not (?:refused|rejected)|no error|unless|cursor|requests|rate|when|while|together)\b/i;
const taken =
  /\b(?:clamped|capped|reduced|cut|lowered|replaced|treated|served|rounded|ignored|taken (?:as|for)|means)\b/i;

const size = "(?:value|size|number|limit|page size)";
const range = "(?:from|between|in|of|within) \\d+|\\d+ (?:to|and) \\d+";
/** Sizes beyond either bound; such as are no numbers; and larger ones than the maximum. */
const ofAny = new RegExp(
  `\\b(?:no|not an?) (?:whole )?(?:valid )?(?:integer|number)\\b.{0,20}(?:${range})|\\b(?:outside|out of|not (?:from|between|in|within)|other than)\\b.{0,30}(?:\\d|range|bounds)|\\b(?:invalid|wrong|(?:any|every|all) other) ${size}s?\\b|\\bout of range\\b`,
  "i",
);
const ofText = /\b(?:no|not an?) (?:whole )?(?:valid )?(?:integer|number)\b/i;
const ofLarger = (maximum: number) =>
  new RegExp(
    `(?<!\\bnot )\\b(?:larger|greater|bigger|higher|more) than ${maximum}\\b|\\b(?:above|over|beyond|exceed(?:s|ing)?) ${maximum}\\b|\\b(?:a |too )(?:large|larger|greater|bigger|high|higher) (?:one|${size})\\b|\\btoo (?:large|big|high)\\b`,
    "i",
  );

/** The wrong sizes of which the words about a parameter say that they are refused, as they stand in a query. */
export function refusedSizes(
  { description = "", schema = {} }: { description?: string; schema?: { maximum?: number } },
  wrong: readonly string[],
): readonly string[] {
  const sentences = description.replace(/\s+/g, " ").split(/[.;:](?= |$)/);
  if (sentences.some((sentence) => taken.test(sentence))) return [];
  const said = sentences.filter((sentence) => refuses.test(sentence) && !mayBe.test(sentence));
  const { maximum } = schema;
  const isSaid = (value: string) => (sentence: string) =>
    ofAny.test(sentence) ||
    (Number.isNaN(Number(value)) && ofText.test(sentence)) ||
    (maximum !== undefined && Number(value) > maximum && ofLarger(maximum).test(sentence));
  return wrong.filter((value) => said.some(isSaid(value)));
}
