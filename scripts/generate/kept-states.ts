/** Which states of an item a write of another part of it leaves as they are, as far as its words say nothing else. */
import { type DescribedOperation, type Document, resolve } from "./document.ts";
import { schemaPlaces } from "./schema-places.ts";
import { bodyOf } from "./schemas.ts";

/** Words of a sentence that names a state and does not say that the write brings it about, or ends it. */
const kept = /\b(?:stays?|remains?|keeps?|unchanged|whether|refused|whatever)\b/i;

/**
 * The properties of the items of a list that have a few named values, and that an operation does not change: those that
 * neither its body nor what it is said to change hold, where no sentence about it names one of their values as what may
 * come of it.
 *
 * @param items - JSON pointer to the items in a page, which the schema at a fragment describes.
 * @param target - JSON pointer to what is changed in an item.
 * @returns JSON pointers into an item.
 */
export function keptStates(
  document: Document,
  one: DescribedOperation,
  { page, items, target }: { readonly page: string; readonly items: string; readonly target: string },
): readonly string[] {
  const body = bodyOf(document, one);
  const asked = body === null ? [] : schemaPlaces(document, body.fragment).map(({ pointer }) => pointer);
  const sentences = (one.operation.description ?? "").split(/[.;]\s/);
  const isKept = (value: string) =>
    sentences.every((sentence) => !wordOf(value).test(sentence) || kept.test(sentence));
  const states = schemaPlaces(document, page).flatMap(({ pointer, property, schema }) => {
    const values = resolve(document, schema).enum ?? [];
    const texts = values.flatMap((value) => (typeof value === "string" ? [value] : []));
    const at = `/${property}`;
    const isOfItem = property !== null && pointer === `${items}/*${at}`;
    const isChanged = asked.includes(at) || target === at || target.startsWith(`${at}/`);
    return isOfItem && texts.length > 1 && !isChanged && texts.every(isKept) ? [at] : [];
  });
  return [...new Set(states)];
}

function wordOf(value: string): RegExp {
  return new RegExp(`\\b${value.replace(/[^\w]/g, "\\$&").replaceAll("_", "[_ ]")}\\b`, "i");
}
