/** Which query parameters of a paginated operation are a bound of what its items show: of a time, a day or an amount. */
import type { Range } from "../../generated/operations.ts";
import { isDecimal } from "./decimal.ts";
import { type DescribedOperation, type Document, resolve, type Schema } from "./document.ts";
import type { Listed } from "./filters.ts";
import { type SchemaPlace, schemaPlaces } from "./schema-places.ts";

const lower = ["from", "since", "after", "min", "minimum", "start"];
const upper = ["to", "until", "till", "before", "max", "maximum", "end"];
/** Words of a name that say of which sort a value is, and not which one. */
const ofSort = ["date", "time", "at", "on"];

/**
 * The bounds of a list: parameters with the name of a bound, for the property that the rest of the name names, or else
 * for the only one of its sort.
 */
export function rangesOf(
  document: Document,
  { parameters }: DescribedOperation,
  { page, items, paging }: Listed,
): Readonly<Record<string, Range>> {
  const shown = schemaPlaces(document, page).filter(
    ({ pointer, property }) => property !== null && pointer === `${items}/*/${property}`,
  );
  // Those whose names say nothing else are of one property.
  const saidOfBounds = parameters
    .flatMap(({ name, description }) => (endOf(name) !== null && restOf(name) === "" ? [description] : []))
    .join("\n");
  const bounds = parameters.flatMap((parameter) => {
    const { in: where, name, required = false, schema, "x-unspecified": gaps } = parameter;
    if (where !== "query" || required || schema === undefined || paging.includes(name)) return [];
    const sort = sortOf(resolve(document, schema));
    const end = endOf(name);
    if (sort === null || end === null) return [];
    const rest = restOf(name);
    const namedOf = (wanted: Sort) =>
      shown.filter(
        ({ schema, property }) =>
          sortOf(schema) === wanted &&
          wordsOf(property ?? "")
            .join("")
            .startsWith(rest),
      );
    const alike = namedOf(sort);
    const isOfMoments = alike.length === 0 && sort === "date";
    const said = parameter.description ?? "";
    const [one, ...others] = meantBy([said, saidOfBounds], isOfMoments ? namedOf("date-time") : alike);
    // Each kind of item may describe the same property.
    if (
      one === undefined ||
      others.some(({ pointer }) => pointer !== one.pointer) ||
      (rest === "" && sort === "number")
    )
      return [];
    const side: Range["side"] = lower.includes(end) ? "lower" : "upper";
    // A time that is shown by its second may be later than that, and no earlier.
    const isExact = (of: Range["side"]) => sort !== "date-time" || side === of;
    const isWordedOut = sentencesOf(said).some(isWordedExclusive);
    const isInclusive = isExact("lower") && isWordedInclusive(said) && !isWordedOut;
    // Of one about which something is open it has to be said which property it is of, and what it means.
    const isNamed = rest !== "" || namedIn(said, [one]).length + namedIn(saidOfBounds, [one]).length > 0;
    if (gaps !== undefined && !(isInclusive && isNamed)) return [];
    const isExclusive = isWordedOut && isExact("upper");
    const range: Range = {
      ...{ pointer: `/${one.property}`, side },
      ...(isInclusive && { isInclusive }),
      ...(isExclusive && { isExclusive }),
    };
    return [{ name, range, said, isOfMoments }];
  });
  return Object.fromEntries(
    bounds.map(({ name, range, said, isOfMoments }) => {
      if (!isOfMoments) return [name, range];
      // What is said of the days of one bound holds for the other one of the same property.
      const words = [
        said,
        ...bounds.flatMap((one) => (one.range.pointer === range.pointer ? [one.said] : [])),
      ];
      // Else what the description says of all days.
      const ofAllDays = sentencesOf(document.info.description ?? "").filter(
        (one) => ofDays.test(one) && !ofOther.test(one),
      );
      const zone = [...words, ...ofAllDays].map(zoneIn).find((named) => named !== undefined) ?? null;
      return [name, { ...range, zone }];
    }),
  );
}

/** The only word of a name that says on which side it is a bound; null without one, or with several. */
function endOf(name: string): string | null {
  const [end, ...more] = wordsOf(name).filter((word) => lower.includes(word) || upper.includes(word));
  return end === undefined || more.length > 0 ? null : end;
}

/**
 * Those of several properties whose name begins with a word of the bound, such as createdAt for what was created then: of its
 * own words, or else of those of all the bounds.
 */
function meantBy(said: readonly string[], places: readonly SchemaPlace[]): readonly SchemaPlace[] {
  return said.map((text) => namedIn(text, places)).find((meant) => meant.length > 0) ?? places;
}

function namedIn(text: string, places: readonly SchemaPlace[]): readonly SchemaPlace[] {
  const stemOf = (word = "") => word.replace(/(?:ed|ing|s)$/, "");
  // What a sentence denies, or names beside something else, is not what it means.
  const plain = sentencesOf(text.replace(orBeyond, "")).filter(
    (sentence) => !/\b(?:not|no|or|and)\b/i.test(sentence),
  );
  const words =
    plain
      .join(" ")
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.map(stemOf) ?? [];
  return places.filter(({ property }) => words.includes(stemOf(wordsOf(property ?? "")[0])));
}

/** What stands beside the value itself: "on this day or later" names one property. */
const orBeyond =
  /\b(?:or (?:later|earlier|after|before|above|below|newer|older|more|less)|(?:on|at) or (?:after|before))\b/gi;

/** What is said of the clock of days, wherever they are given; and words for days, or hours, of something else. */
const ofDays = /\b[Dd]ays?\b[^.;]{0,40}\b(?:in|of|by|midnight,?) (?:the )?(?:UTC|GMT|[A-Z]\w+\/)/;
const ofOther = /\d\d:\d\d|\b\d+ days?\b|\b(?:business|working|bank|value|booking)\b/i;

const sentencesOf = (said: string) => said.split(/[.;]\s/);
/** What the words say where what is just the value is beyond it. */
const beyond =
  /^(?:(?:only|just|shows?|lists?|leaves?)\b[^.]*\b|(?:\w+ed|sent|made|paid) )(?:before|after|earlier than|later than|older than|newer than|more than|less than|above|below|over|under|greater than|smaller than) (?:this|that|the (?:given|named)) (?:moment|time|instant|date|day|amount|value|number)\b(?! (?:is|has|ends?|closes?|begins?|starts?|first)\b)/i;
/** What stands on the value itself, of which it is said that it is left out. */
const leftOut =
  /^(?:what|whatever|those|one|items?|entries|an? \w+|the \w+)(?: (?:that|which))? (?:(?:stands?|falls?|lies?|is|are|(?:was|were) \w+|\w+ed) )?(?:just |exactly )?(?:at|on|in) (?:the|that|this) (?:very|exact|same) (?:moment|time|instant|day|date|value)(?: itself)? (?:is|are) (?:not (?:shown|listed|included|counted|part of it)|left out|excluded)\s*\.?$/i;
const isWordedExclusive = (sentence: string) => leftOut.test(sentence.trim()) || isWordedBeyond(sentence);
const isWordedBeyond = (sentence: string) =>
  beyond.test(sentence) &&
  !/\b(?:or|incl\w+|not|no|never|equal\w*|most|least|itself|counts?|up to|too|as well)\b/i.test(sentence);
/** True where a sentence about the value says that it counts, and none that it does not. */
const isWordedInclusive = (said: string) =>
  sentencesOf(said).some(
    (sentence, index) =>
      (inclusive.test(sentence) || (index === 0 && isOfEnd.test(sentence))) &&
      !exclusive.test(sentence) &&
      ofValue.test(sentence),
  ) && !sentencesOf(said).some((sentence) => exclusive.test(sentence) && ofItself.test(sentence));
/** What a bound is called that is the first or the last of what is wanted. */
const isOfEnd = /^\s*(?:the )?(?:first|last) (?:day|date)\b/i;
/** Words for the value of a bound, and for it alone. */
const ofValue = /\b(?:this|that|it|days?|dates?|moments?|times?|amounts?|values?|bounds?)\b/i;
const ofItself = /\b(?:itself|(?:on|at|with|than) (?:it|this|that))\b/i;

/** What the words of a bound say where what is just on it counts, and where it does not. */
const inclusive =
  /\b(?:or (?:an? )?(?:more|later|earlier|less|after|before|above|below|newer|older|greater|higher|lower)|inclusive(?:ly)?|(?:day|date|moment|it|itself) is included|whole day)\b/i;
const exclusive = /\b(?:not|no|exclu\w+|strictly)\b/i;

/** The zone whose days are meant, by the words about them: null for one that they do not name, undefined where they name none. */
function zoneIn(said: string): string | null | undefined {
  const named = said.match(/\b(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/\w+/g) ?? [];
  const isAny = /\b(?:local|not|offset|account|its own|such as|e\.g\.|for example)\b/i.test(said);
  const [zone, ...others] = new Set(named);
  const isKnown = zone !== undefined && Intl.supportedValuesOf("timeZone").includes(zone);
  if (isKnown && others.length === 0 && !isAny) return zone;
  if (
    /\b(?:local|not|offset|account|its own)\b|time ?zone|\bzone\b|\/|\b(?:UTC|GMT)\b\s*[+−-]?\d/i.test(said)
  )
    return null;
  return /\b(?:UTC|GMT)\b/.test(said) ? "UTC" : undefined;
}

/** What a name says besides the side and the sort of a bound: created for created_after. */
function restOf(name: string): string {
  const end = endOf(name);
  return wordsOf(name)
    .filter((word) => word !== end && !ofSort.includes(word))
    .join("");
}

/** The words of a name: created, after for createdAfter and created_after. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

type Sort = "date" | "date-time" | "number";

/** What two values have in common that can be compared; null for those that can't. */
function sortOf(schema: Schema): Sort | null {
  const { type, format, enum: named } = schema;
  const types = [type ?? []].flat().filter((one) => one !== "null");
  if (named !== undefined || types.length !== 1) return null;
  if (isDecimal(schema)) return "number";
  if (types[0] === "string") return format === "date" || format === "date-time" ? format : null;
  return types[0] === "integer" || types[0] === "number" ? "number" : null;
}
