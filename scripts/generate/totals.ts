/** Where a list says how many items there are on all its pages, by names that are used for nothing else, or by its words. */
import type { Total } from "../../generated/operations.ts";
import { type DescribedOperation, type Document, resolve } from "./document.ts";
import { schemaPlaces } from "./schema-places.ts";

const headerName = /^(?:x-)?total(?:-(?:count|items|results))?$/i;
const propertyName = /^total_?(?:count|items|results|elements)$/i;
/** What the words of a property say that is called total alone: it may be a sum of money as well. */
const ofCount = /\b(?:how many|number|count)\b/i;
/** What the words of a property say that counts the items of all pages, whatever it is called. */
const ofAllPages =
  /^(?:the )?(?:how many|number of|count of)(?: (items|results|entries|elements|of them|[a-z]+s))?(?: there are)?(?: (?:match|fit) the filters?| the filters? (?:leave|match|select|keep)s?)?(?:,? (?:on|over|across) all (?:the |its )?pages(?: together)?)?(?:[.,;]|$)/i;
/** Words of it without which it may be anything. */
const ofPagesOrFilters =
  /\ball (?:the |its )?pages\b|\b(?:match|fit) the filters?\b|\bthe filters? (?:leave|match|select|keep)s?\b/i;
/** What the words say where a filter makes the number smaller. */
const ofFiltered =
  /\bfilters? (?:leave|match|select|keep|fit)s?\b|\b(?:fit|match|meet|pass)(?:s|es|ing)? (?:the |all |these |its )?filters?\b|\bwith the filters?\b|\bafter filter(?:s|ing)\b|\bmatch(?:es|ing)\b|\bwith the \w+ asked for\b/i;
/** What the words say where it does not. */
const ofAll =
  /\b(?:whatever|regardless|irrespective|independent|unfiltered|ignor\w+|no|not|never|before|without|in all|all items|including|otherwise)\b/i;
/** What the words say of a number that is none to rely on. */
const rough =
  /\b(?:approx\w*|estimat\w*|roughly|about|at least|up to|at most|capped|within|first|so far|refreshed|once an?|cached|excluded)\b/i;

/**
 * The place where a page says so: a header, or an integer beside the items or above them.
 *
 * @param page - Fragment of the schema of a page.
 * @returns null where there is none, or more than one.
 */
export function totalOf(
  document: Document,
  { operation, path }: DescribedOperation,
  page: string,
): Total | null {
  const headers = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, response]) => Object.entries(resolve(document, response).headers ?? {}))
    .filter(([name]) => headerName.test(name))
    .flatMap(([header, said]) => withWords({ header }, resolve(document, said).description));
  const integers = schemaPlaces(document, page).filter(
    ({ pointer, schema }) => !pointer.includes("/*") && [schema.type].flat().includes("integer"),
  );
  const totals = integers.filter(({ property, schema }) => {
    const isCount = property?.toLowerCase() === "total" && ofCount.test(schema.description ?? "");
    return isCount || propertyName.test(property ?? "");
  });
  const isSaid = (said = "") => isOfItems(said.trim(), path) && ofPagesOrFilters.test(said);
  const named =
    totals.length + headers.length > 0 ? totals : integers.filter((one) => isSaid(one.schema.description));
  const properties = named.flatMap(({ pointer, schema }) => withWords({ pointer }, schema.description));
  const [found, ...others] = [...headers, ...properties];
  return found === undefined || others.length > 0 ? null : found;
}

/** True for words about all items of a list, by what any are called, or what these are: cards of /v1/card. */
function isOfItems(said: string, path: string): boolean {
  const [found, noun = "items"] = ofAllPages.exec(said) ?? [];
  const own = path.split("/").at(-1)?.replace(/ies$/, "y").replace(/s$/, "").toLowerCase() ?? "";
  const known = ["items", "results", "entries", "elements", "of them", `${own}s`, own.replace(/y$/, "ies")];
  return found !== undefined && known.includes(noun.toLowerCase());
}

/** A place with what its description says of filters; none of a number that is rough. */
function withWords(place: Total, description = ""): Total[] {
  if (rough.test(description)) return [];
  const isOfFiltered = ofFiltered.test(description) && !ofAll.test(description);
  return [isOfFiltered ? { ...place, ofFiltered: true } : place];
}
