/** Which items of a list an operation is for, where the words about it say so: a draft, or one that is open. */
import type { Binding } from "../../generated/operations.ts";
import type { Bindings } from "./bindings.ts";
import { type DescribedOperation, type Document, operationsOf } from "./document.ts";
import { linksOf } from "./links.ts";
import { listingOf } from "./listings.ts";
import { paginationOf } from "./pages.ts";
import { schemaPlaces } from "./schema-places.ts";
import { schemaPlaceOf } from "./schemas.ts";

/** The same bindings, with the states of the items that are usable for an operation that writes. */
export function withUsableStates(document: Document, bindings: Bindings): Bindings {
  const operations = new Map(operationsOf(document).map((one) => [one.id, one]));
  const links = linksOf(document);
  const named = Object.entries(bindings).map(([id, bound]) => {
    const one = operations.get(id);
    const found = Object.entries(bound).map(([name, binding]) => {
      const list = operations.get(binding.operation);
      if (one === undefined || list === undefined || one.method === "get") return [name, binding] as const;
      const ofLinks = links.flatMap(({ from, link }) =>
        from.id === list.id && link.operationId === id ? [link.description ?? ""] : [],
      );
      const shown = listOf(document, list, binding.pointer) ?? listAbove(document, one, name);
      const states = shown === null ? [] : statesIn(document, shown);
      const sentences = sentencesOf(one.operation.description ?? "");
      const moved = one.method === "post" ? sentences.flatMap(movedFrom) : [];
      const own = usableIn(states, [...sentences.filter(isCondition), ...moved]);
      const linked = usableIn(
        states,
        ofLinks.filter((words) => !leavesOut.test(words)),
      );
      const refused =
        shown === null
          ? null
          : refusedIn(states, own ?? linked, sentences, escaped(itemOf(shown.list)), verbsOf(one));
      const others = refused === null ? null : othersThan(states, refused);
      const usable = shown?.list === list ? (linked ?? own ?? others) : null;
      return [
        name,
        {
          ...binding,
          ...(usable !== null && { usable }),
          ...(refused !== null && shown !== null && { refused: { list: shown.list.id, ...refused } }),
        },
      ] as const;
    });
    return [id, Object.fromEntries(found)] as const;
  });
  return Object.fromEntries(named);
}

/** A property of the items of a list, and some of its values. */
type State = NonNullable<Binding["usable"]>;

/** A list, and where its items stand in it. */
interface Shown {
  readonly list: DescribedOperation;
  readonly items: string;
}

/** The operation that shows a value in an item of a list; null where it shows it elsewhere. */
function listOf(document: Document, list: DescribedOperation, pointer: string): Shown | null {
  const listing = paginationOf(document, list) ?? listingOf(document, list);
  return listing !== null && pointer.startsWith(`${listing.items}/0/`)
    ? { list, items: listing.items }
    : null;
}

/** The list of what a parameter of a path names, by the beginning of that path; null without one. */
function listAbove(document: Document, { path }: DescribedOperation, name: string): Shown | null {
  const [above] = path.split(`/{${name}}`);
  for (const list of operationsOf(document).filter((one) => one.path === above && one.method === "get")) {
    const listing = paginationOf(document, list) ?? listingOf(document, list);
    if (listing !== null) return { list, items: listing.items };
  }
  return null;
}

/** The properties of the items of a list that have some values each, and no others. */
function statesIn(document: Document, { list, items }: Shown): readonly State[] {
  const [status, response] =
    Object.entries(list.operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  if (status === undefined || response === undefined) return [];
  const page = schemaPlaceOf(document, response, `${list.fragment}/responses/${status}`);
  return (page === null ? [] : schemaPlaces(document, page)).flatMap((place) => {
    const isOfItem = place.property !== null && place.pointer === `${items}/*/${place.property}`;
    const values = (place.schema.enum ?? []).filter((value) => typeof value === "string");
    return isOfItem && values.length > 1 ? [{ pointer: `/${place.property}`, values }] : [];
  });
}

/** Words without what can be done: what can be blocked is not blocked before. */
const withoutDeed = (words: string): string => words.replace(/\b(?:can|may|could)(?: only)? be \w+/gi, "");

/** The property of an item by whose value the words tell the usable ones from others; null where they don't. */
function usableIn(states: readonly State[], said: readonly string[]): State | null {
  for (const sentence of said) {
    const words = withoutDeed(sentence);
    const found = states.flatMap(({ pointer, values }) => {
      const excluded = values.filter((value) => names(words, value, notBefore));
      const named = values.filter((value) => names(words, value) && !excluded.includes(value));
      const usable = named.length > 0 ? named : values.filter((value) => !excluded.includes(value));
      return usable.length < values.length ? [{ pointer, values: usable }] : [];
    });
    if (found[0] !== undefined) return found[0];
  }
  return null;
}

/**
 * The values with which the words say that an operation is refused: those that they name, all but the one that is not, or all
 * but those of the sentence before. null where they say it of none, or only sometimes.
 */
function refusedIn(
  states: readonly State[],
  usable: State | null,
  said: readonly string[],
  item: string,
  verbs: string,
): State | null {
  const isOfItem = (sentence: string, { values }: State) => {
    const value = `[\`'"]?(?:${values.map(escaped).join("|")})[\`'"]?`;
    const is = `\\b(?:it|one|(?:an?|the) ${item})(?: that)? (?:is|has (?:an? |the )?(?:state|status)) (?:an? )?${value}(?= *$|[,)]| or | and )`;
    const only = `^only (?:an? )?${value}(?:(?:,| or| and|, or) (?:an? )?${value})* ${item}s? (?:can|may) be (?:${verbs})$`;
    return new RegExp(`${is}|${only}`, "i").test(sentence);
  };
  for (const [index, sentence] of said.entries()) {
    // What is said of one case beside the rule takes nothing from it.
    const words = sentence.replace(/, (?:and so|also) (?:when|if|once) [^,]*,/i, ",");
    if (!refuses.test(words) || mayBe.test(words)) continue;
    const before = usableIn(states, [said[index - 1] ?? ""].filter(isCondition));
    const isElse = /^(?:or )?(?:else|otherwise),? (?:it|the \w+) is\b/i.test(words);
    if (isElse && before !== null && isOfItem(said[index - 1] ?? "", before))
      return othersThan(states, before);
    const isOther = new RegExp(
      `^(?:(?:an? |the )?(?:${item}|one) with (?:an|any) ?other (?:status|state) is|any other(?: (?:${item}|status|state|move|change))? is)\\b`,
      "i",
    );
    if (isOther.test(words) && usable !== null) return othersThan(states, usable);
    for (const { pointer, values } of states) {
      const isRefusal = (not: string) => (value: string) =>
        refusalOf(item, verbs, { value, values }, not).test(words);
      const taken = values.filter(isRefusal("not (?:yet )?"));
      const named = values.filter(isRefusal(""));
      const kept = taken.length > 0 ? othersThan(states, { pointer, values: taken }) : null;
      const refused = kept ?? (named.length > 0 ? { pointer, values: named } : null);
      const isUsable =
        usable?.pointer === pointer && refused?.values.some((value) => usable.values.includes(value));
      if (refused !== null && isUsable !== true) return refused;
    }
  }
  return null;
}

const doneBy: Readonly<Partial<Record<string, string>>> = {
  put: "replaced|changed|set|updated",
  patch: "changed|updated",
  delete: "removed|deleted",
};

/** What is said to be done by an operation, as its names have it: reversed by `/reverse`, and by `reverseItem`. */
function verbsOf({ id, path, method }: DescribedOperation): string {
  const names = [path.split("/").at(-1) ?? "", /^[a-z]+/.exec(id)?.[0] ?? ""];
  const stems = names.flatMap((name) => /^[a-z]{3,}$/i.exec(name)?.[0].replace(/e$/, "") ?? []);
  return [...stems.map((stem) => `${stem}\\w*`), doneBy[method] ?? "asked"].join("|");
}

/** All other values of the same property. */
function othersThan(states: readonly State[], { pointer, values }: State): State {
  const all = states.find((state) => state.pointer === pointer)?.values ?? [];
  return { pointer, values: all.filter((value) => !values.includes(value)) };
}

/**
 * What says that an item with a value, perhaps beside others, is refused: a closed card, one that is closed or frozen
 * already, or that it cannot be changed. A card may be refused, or refuse what is asked.
 */
function refusalOf(
  item: string,
  verbs: string,
  { value, values }: { readonly value: string; readonly values: readonly string[] },
  not: string,
): RegExp {
  const quoted = `[\`'"]?${escaped(value)}[\`'"]?`;
  const any = `[\`'"]?(?:${values.map(escaped).join("|")})[\`'"]?`;
  const listed = `(?:(?:an? )?${any}(?:, (?:or |and )?| or | and ))*(?:an? )?${quoted}(?:(?:, (?:or |and )?| or | and )(?:an? )?${any})*`;
  const refused =
    "(?: (?:is|are) (?:(?:left|kept) (?:as (?:it is|they are)|unchanged),? and (?:is |are )?)?(?:refused|rejected|answered))?";
  const refusing =
    " (?:refuses?|rejects?) (?:it|them|this|that|(?:the|such an?|any) (?:request|write|change|call|operation))";
  const thatIs = `(?:${item}|one)s? (?:that|which) (?:is|are) (?:already )?${not}${listed}(?: already)?(?:,(?: also| and so)[^,]*,|,)?`;
  const that = `\\b${thatIs}${refused}`;
  const own = `\\b(?:an?|the|every|any) ${listed} (?:${item}|one)${refused}`;
  // Nothing stands before these that might leave some out, or be what is refused.
  const atStart = "(?:^|, (?:and )?)";
  const plural = `${atStart}(?:(?:all|any|the) )?${listed} ${item}s(?:${refused}|${refusing})`;
  const active = `${atStart}(?:an?|the|every|any) (?:${listed} (?:${item}|one)|${thatIs})${refusing}`;
  const pluralThat = `${atStart}(?:all |any |the )?${thatIs}${refusing}`;
  const cannot = `\\b(?:an?|the) ${quoted}(?: ${item})? (?:cannot|can't) be (?:${verbs}),? which is (?:answered )?`;
  const with409 = "with (?:a )?";
  const refusals =
    not === ""
      ? `(?:${that}|${own}|${plural}|${active}|${pluralThat}) ${with409}|${cannot}(?:a )?`
      : `(?:${that}|${pluralThat}) ${with409}`;
  return new RegExp(`(?:${refusals})409\\b`, "i");
}

/** A refusal for what an item is in, and words with which it need not come. */
const refuses =
  /\b(?:refused|refuses?|rejected|rejects?|answered|cannot be \w+|can't be \w+)\b[^.;]*\b409\b/i;
const mayBe =
  /\b(?:may|might|can(?!'t)|could|should|usually|keys?|if|unless|when|where|until|before|after|again|twice|never|no longer|not (?:refused|rejected)|at the same time|except|other than|(?:all|anything|any) but|non-\w+)\b/i;
const notBefore = "\\bnot (?:yet )?[`'\"]?";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether words name a value, as a whole word, with something before it: `wrongStatus` does not name `wrong`. */
function names(words: string, value: string, before = ""): boolean {
  return new RegExp(`${before}(?<![\\w-])${escaped(value)}(?![\\w-])`, "i").test(words);
}

/** Words after which something else is meant than what they name. */
const leavesOut = /\b(?:without|except|exclud\w+|other than|unless|cannot|can't|never|refused)\b/i;

/** What an item of a list is called, by its path: a card of /v1/cards. */
function itemOf({ path }: DescribedOperation): string {
  const segments = path.split("/").filter((segment) => !segment.startsWith("{"));
  return (segments.at(-1) ?? "").replace(/ies$/, "y").replace(/s$/, "");
}

/** What comes of asking for what cannot be done, in a part of its own: "cannot be changed: 409". */
const refusal =
  /\b(cannot|can't) be (\w+)[:;,]? (?:\(|and is answered with |(?:the request|it|that|this) is (?:(?:refused|rejected|answered) with )?)?(?:a )?409\b/gi;

const sentencesOf = (said: string) =>
  said
    .replace(/\s+/g, " ")
    .replace(refusal, "$1 be $2, which is 409")
    .split(/[.;:] /);

/** Words of a sentence about what can't be asked, or about what comes of it. */
const otherwise =
  /\b(?:not|no|never|cannot|can't|refused?|rejected|fails?|conflict|[45]\d\d|un(?!der)\w+|without|except|becomes?|afterwards|then)\b/i;

/** True for a sentence that says of which items something can be asked; what refuses some names the others. */
function isCondition(sentence: string): boolean {
  const says = /\b(?:only|while|has to be|must be|that (?:is|are))\b/i;
  return says.test(sentence) && !otherwise.test(withoutDeed(sentence)) && !tellsOfProperty.test(sentence);
}

/** Words about what an item shows, which may name a state in which it does. */
const tellsOfProperty =
  /^`\w+` (?:holds|shows|has|contains|tells|says|gives|names|stays|is (?:the|null|set|kept))\b/i;

/** The states that a sentence says an item is moved from: active of "from active to paused". */
function movedFrom(sentence: string): string[] {
  return [...sentence.matchAll(/\bfrom ([^.;:]+?) (?:in)?to\b/gi)].map(([, states = ""]) => states);
}
