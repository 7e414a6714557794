/** Whether the words about the size of a page say that a wrong one is refused: else a service may take another size. */

const refuses =
  /\b(?:refused|rejected|(?:is|are) (?:an? )?(?:client )?errors?|answered with (?:a )?4\d\d)\b/i;
/** Words with which it need not be, or is of something else. */
const mayBe =
  /\b(?:may|might|can|could|should|usually|not (?:refused|rejected)|never|clamped|capped|unless|cursor|when|while|together)\b/i;
const [ofAny, ofLarger] = [
  /\b(?:no (?:valid )?(?:integer|number)|outside|out of|not (?:an? )?(?:valid|integer|number|between|from|in|within)|other than|(?:any|every|all|each) other|invalid|(?:does|do) not fit)\b/i,
  /\b(?:larger|greater|bigger|higher|above|more than|over|beyond|exceeds?|exceeding|too (?:large|big|high|many))\b/i,
] as const;

/** The wrong sizes of which the words about a parameter say that they are refused, as they stand in a query. */
export function refusedSizes(
  { description = "", schema = {} }: { description?: string; schema?: { maximum?: number } },
  wrong: readonly string[],
): readonly string[] {
  const said = description
    .replace(/\s+/g, " ")
    .split(/[.;:](?= |$)/)
    .filter((sentence) => refuses.test(sentence) && !mayBe.test(sentence));
  if (said.some((sentence) => ofAny.test(sentence))) return wrong;
  const { maximum } = schema;
  const isLarger = (value: string) => maximum !== undefined && Number(value) > maximum;
  return said.some((sentence) => ofLarger.test(sentence)) ? wrong.filter(isLarger) : [];
}
