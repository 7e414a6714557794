/** Whether the words about a merge patch say that what it does not hold stays as it is. */
import { type DescribedOperation, type Document, nodeAt, resolve, type Schema } from "./document.ts";
import { schemaPlaces } from "./schema-places.ts";
import { bodyOf } from "./schemas.ts";

/** What is left out of a body: members that it does not hold, what is omitted, missing fields, everything else. */
const body = "(?:it|(?:the|this|a|its) (?:patch|body|request|payload|document))";
const leftOut = [
  `${body} (?:does not|doesn't) (?:hold|contain|include|name|mention|have|set|give|carry)`,
  `${body} leaves out`,
  `(?:(?:is|are) )?(?:not|(?:is|are)n't) (?:specified|provided|supplied|given|sent|named|mentioned|included|present|held|set)(?: (?:in|by) ${body})?`,
  `(?:is|are) (?:not|n't) in ${body}`,
  `(?:(?:is|are) )?(?:left out|omitted|absent|missing|unspecified)(?: (?:of|from|in) ${body})?`,
].join("|");
const part = "(?:member|field|property|attribute|part|limit|value|setting)";
const parts = "(?:members|fields|properties|attributes|parts|limits|values|settings)";
const subject = [
  `(?:what(?:ever)?|anything|everything|(?:all |any |those |the )?${parts})(?: (?:that|which))? (?:${leftOut})`,
  `(?:an?|any|each|every) ${part}(?: (?:that|which))? (?:${leftOut})`,
  `(?:omitted|missing|absent|unspecified) ${parts}`,
  `(?:everything|anything|all) else|(?:all |any |the )?other ${parts}`,
].join("|");
/** That this stays as it is. */
const stays =
  "(?:stays?|remains?|(?:keeps?|retains?) (?:its|their) (?:\\w+ )?values?|(?:is|are) (?:left|kept|unchanged|untouched|not (?:changed|touched|affected)))";
const asItIs = "(?: (?:as (?:it|they) (?:is|are|was|were)|unchanged|untouched|alone|the same))?";
const keeping = new RegExp(`^(?:${subject}),? ${stays}${asItIs}(?:$|,)`, "i");
/** Words with which it need not be so, or something follows from what is given all the same. */
const limiting =
  /\b(?:unless|except|may|might|usually|resets?|rais\w+|lower\w*|follows?|recomput\w+|recalculat\w+|clears?|cleared|deriv\w+|adjust\w*|as well|so that|also)\b/i;

/** What null does to what it is given for says nothing of the rest. */
const byNull = /`?\bnull`? (?:clears|removes|empties|unsets|takes away) [^.;:]*/gi;

/**
 * The parts of the body that have some values each, of a PATCH of which a sentence says so, be it about the operation, its
 * body or the schema of that; null for any other one.
 */
export function keptOthersOf(document: Document, one: DescribedOperation): { states: string[] } | null {
  const { method, operation } = one;
  const named = bodyOf(document, one);
  if (method !== "patch" || named === null) return null;
  const schema = resolve(document, nodeAt(document, named.fragment) as Schema);
  const said = [
    operation.description,
    operation.requestBody && resolve(document, operation.requestBody).description,
    schema.description,
  ];
  const sentences = said.flatMap((words) =>
    (words ?? "")
      .replace(/\s+/g, " ")
      .replace(byNull, "")
      .split(/[.;:](?= |$)|, (?=an? \w+ (?:that|which) )/),
  );
  const isKept =
    sentences.some((words) => keeping.test(words.trim())) && !sentences.some((words) => limiting.test(words));
  const states = schemaPlaces(document, named.fragment).flatMap(
    ({ pointer, schema: { type, enum: some, const: only } }) =>
      some !== undefined || only !== undefined || [type].flat().includes("boolean")
        ? [pointer.slice(1).replace(/\/\*$/, "")]
        : [],
  );
  return isKept ? { states } : null;
}
