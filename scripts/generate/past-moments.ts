/** Where an answer shows when something was done, as the words of that property say: not before it was. */
import { type DescribedOperation, type Document, operationsOf } from "./document.ts";
import { schemaPlaces } from "./schema-places.ts";
import { bodyOf, successPages } from "./schemas.ts";

/** What is said of the moment of what has been done. */
const ofPast =
  /^when (?:it|(?:the|an?|this|its) \w+(?: \w+)?) (?:was|were|has been|happened|reached|became|came|began|ended)\b/i;
/** What is said of moments that may be still to come, or are whatever somebody has asked for. */
const ofOthers =
  /\b(?:to be|will|would|shall|expect\w*|plan\w*|schedul\w*|estimat\w*|due|expir\w*|future|asked|request\w*|given|wanted|from which|until|at the (?:latest|earliest)|or)\b/i;

/** The names of what requests may ask for: such a moment is as whoever asks for it has it. */
function namesAsked(document: Document): ReadonlySet<string | null> {
  const bodies = operationsOf(document).flatMap((one) => bodyOf(document, one)?.fragment ?? []);
  const places = bodies.flatMap((fragment) => schemaPlaces(document, fragment));
  return new Set(places.filter(({ schema }) => schema.readOnly !== true).map(({ property }) => property));
}

/** JSON pointers to these moments in what an operation answers where it succeeds, with `*` for each item of a list. */
export function pastMomentsOf(document: Document, one: DescribedOperation): readonly string[] {
  const places = successPages(document, one).flatMap((page) => schemaPlaces(document, page));
  const asked = namesAsked(document);
  const found = places.filter(({ property, schema: { format, description = "" } }) => {
    const [first = ""] = description.split(/[.;,](?=\s|$)/);
    const isSaid = ofPast.test(first) && !ofOthers.test(first);
    return format === "date-time" && property !== null && !asked.has(property) && isSaid;
  });
  return [...new Set(found.map(({ pointer }) => pointer))];
}
