/** Which states of an item a write of another part of it leaves as they are, by the words about it. */
import { type DescribedOperation, type Document, resolve } from "./document.ts";
import { schemaPlaces } from "./schema-places.ts";
import { bodyOf } from "./schemas.ts";

/** Words of what stays as it is, of what comes of something, and of what holds at times alone. */
const keeping = /\b(?:stays?|remains?|unchanged|keeps?)\b/i;
const changing = /\b(?:becom\w+|mak\w+|turn\w*|puts?|ends?)\b/i;
const limiting = /\b(?:unless|until|if|when|not|but)\b/i;
/** What is said of whether a write is taken at all. */
const ofTaking = /\bwhether\b|\brefused\b|\b(?:cannot|can't) be\b|\b409\b/i;
/** What is said of all else than what a write is for. */
const nothingElse =
  /\b(?:(?:changes|touches|affects) nothing (?:but|else|except|other than)|nothing else(?: of [^,]*)? (?:changes|is (?:changed|touched|affected)))\b/i;

/**
 * The properties of the items of a list that have a few named values, of which the words of an operation say that it leaves
 * them: a sentence names one of them, or the property, as what stays, or all else, and no other one names a value.
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
  const sentences = (one.operation.description ?? "").replace(/\s+/g, " ").split(/[.;] /);
  const isPart = target !== "" || ["put", "patch"].includes(one.method);
  const states = schemaPlaces(document, page).flatMap(({ pointer, property, schema }) => {
    const whole = resolve(document, schema);
    const texts = (whole.enum ?? []).flatMap((value) => (typeof value === "string" ? [value] : []));
    const at = `/${property}`;
    const isOfItem = property !== null && pointer === `${items}/*${at}`;
    const isChanged = asked.includes(at) || target === at || target.startsWith(`${at}/`);
    const isOpen = [schema, whole].some((each) => each["x-unspecified"] !== undefined);
    return isOfItem &&
      texts.length > 1 &&
      !isChanged &&
      !isOpen &&
      areKept(sentences, property, texts, isPart)
      ? [at]
      : [];
  });
  return [...new Set(states)];
}

/** @param isPart - True for a write of something that is named: what a POST does to the whole may be its state. */
function areKept(
  sentences: readonly string[],
  property: string,
  values: readonly string[],
  isPart: boolean,
): boolean {
  // A value may be part of the word for what makes something so: active, and reactivates.
  const names = (sentence: string) =>
    values.some((value) => within(sentence, value.replace(/(?:ed|e|d)$/, "")));
  const isKeeping = (sentence: string) =>
    keeping.test(sentence) &&
    !changing.test(sentence) &&
    !limiting.test(sentence) &&
    (names(sentence) || within(sentence, property));
  const isOther = (sentence: string) =>
    names(sentence) && !isKeeping(sentence) && (changing.test(sentence) || !ofTaking.test(sentence));
  // What is changed may be the state, by whatever word.
  const isWhole = (sentence: string) =>
    isPart &&
    nothingElse.test(sentence) &&
    !limiting.test(sentence.replace(nothingElse, "")) &&
    !/\b(?:state|status)\b/i.test(sentence) &&
    !names(sentence) &&
    !within(sentence, property);
  return sentences.some((one) => isKeeping(one) || isWhole(one)) && !sentences.some(isOther);
}

function within(sentence: string, words: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[_-]/g, " ");
  return plain(sentence).includes(plain(words));
}
