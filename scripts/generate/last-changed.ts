/** Where an item shows when it was last changed, as the words of that property say. */
import type { DescribedOperation, Document } from "./document.ts";
import { listingOf } from "./listings.ts";
import { paginationOf } from "./pages.ts";
import { schemaPlaces } from "./schema-places.ts";
import { successPages } from "./schemas.ts";

/** What is said of the moment of the last change of all that an item is, and of nobody's alone. */
const ofLastChange =
  /^when (?:(?:the|an?|this) (\w+)|it) was (?:last (?:changed|updated|modified)|(?:changed|updated|modified) last)(?=$|,| in UTC\b)(?!.*\b(?:by|through|via)\b)/i;
/** What is said of some changes alone. */
const ofSome =
  /\b(?:not|except|only|other than|but|apart from|without|unless|some|by the (?:operator|holder|customer|user))\b/i;
/** What is said of what no write does, or of other moments. */
const ofOthers =
  /\b(?:refused|repetitions?|repeated|retries|retry)\b.*\bdo(?:es)? not\b|\bpayments?\b.*\b(?:do not|are no change)\b|\bnot (?:before|earlier than) `/i;

/**
 * The JSON pointer into an item of a list, or into what a read of one thing shows; null where there is none, or where not
 * every change counts.
 */
export function lastChangedOf(document: Document, one: DescribedOperation): string | null {
  if (one.method !== "get") return null;
  const { items } = paginationOf(document, one) ?? listingOf(document, one) ?? {};
  const item = items === undefined ? "" : `${items}/*`;
  const found = successPages(document, one).flatMap((page) => schemaPlaces(document, page));
  const moments = found.filter(
    ({ pointer, property, schema }) =>
      property !== null &&
      pointer === `${item}/${property}` &&
      schema.format === "date-time" &&
      isSaid(schema.description ?? "", itemOf(one.path)),
  );
  const [first, ...others] = [...new Set(moments.map(({ property }) => property))];
  return first == null || others.length > 0 ? null : `/${first}`;
}

/** True where the first sentence says it, and none takes some changes from it: what has no effect is no change. */
function isSaid(said: string, item: string): boolean {
  // Whatever has changed it, and be it this or that, is all of it.
  const whole = said.replace(/,? (?:be it|whether|whatever|no matter)\b[^.;,]*/gi, "");
  const [first = "", ...others] = whole.split(/[.;](?=\s|$)/);
  const limits = (sentence: string) => ofSome.test(sentence) && !ofOthers.test(sentence);
  const [found, noun = item] = ofLastChange.exec(first) ?? [];
  return found !== undefined && noun.toLowerCase() === item && ![first, ...others].some(limits);
}

/** What an item is called, by the path of its list or its own: a card of /v1/cards/{id}. */
function itemOf(path: string): string {
  const segments = path.split("/").filter((segment) => !segment.startsWith("{"));
  const word =
    segments
      .at(-1)
      ?.split(/[^a-z0-9]+/i)
      .at(-1) ?? "";
  return word.replace(/ies$/, "y").replace(/s$/, "").toLowerCase();
}
