/** Whether the words about a merge patch say that what it does not hold stays as it is. */
import { type DescribedOperation, type Document, nodeAt, resolve, type Schema } from "./document.ts";
import { bodyOf } from "./schemas.ts";

/** Words of what a body does not have, of what stays, and of what this need not be so of. */
const absent =
  /\b(?:(?:does|do|is|are) not (?:\w+ )?(?:hold|held|contain(?:ed)?|includ\w+|nam\w+|mention(?:ed)?|have|set|give|given|sent|carry|present|part|in)|not (?:named|given|sent|mentioned|included|present)|left out|leaves? out|omit\w*|absent|(?:all |the |any )other(?:s| \w+))\b/i;
const stays =
  /\b(?:stays?|remains?|keeps?|kept|unchanged|untouched|(?:is|are) (?:not (?:changed|touched|affected)|left (?:alone|as)))\b/i;
const limiting = /\b(?:unless|except|may|might|can|usually|keys?|refus\w+|reject\w+|conflicts?|but)\b/i;

/** True for a PATCH of which a sentence says so, be it about the operation, its body or the schema of that. */
export function keepsOthers(document: Document, one: DescribedOperation): boolean {
  const { method, operation } = one;
  const body = bodyOf(document, one);
  if (method !== "patch" || body === null) return false;
  const schema = resolve(document, nodeAt(document, body.fragment) as Schema);
  const said = [
    operation.description,
    operation.requestBody && resolve(document, operation.requestBody).description,
    schema.description,
  ];
  return said
    .flatMap((words) => (words ?? "").replace(/\s+/g, " ").split(/[.;:](?= |$)/))
    .some((words) => absent.test(words) && stays.test(words) && !limiting.test(words));
}
