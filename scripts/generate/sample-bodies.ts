/** Request bodies as specified: the examples, and others that show what becomes of each part of them. */
import { jsonText } from "../../conformance/base/json-text.ts";
import { withoutValueAt, withValueAt } from "../../conformance/base/pointer.ts";
import { valueAt } from "../../src/core/json.ts";
import { atBounds } from "./at-bounds.ts";
import { type DescribedOperation, type Document, escaped, nodeAt, resolve } from "./document.ts";
import { withEarlyDates } from "./early-dates.ts";
import { exampled } from "./exampled.ts";
import { longestTexts } from "./longest-texts.ts";
import { examplesOf, type Maker } from "./maker.ts";
import { withMapEntries } from "./map-entries.ts";
import { withMoreItems } from "./more-items.ts";
import { inOtherSeason } from "./other-season.ts";
import { Refusal } from "./refusal.ts";
import { placesAt, referred, schemaPlaces } from "./schema-places.ts";
import { bodyOf } from "./schemas.ts";
import { variationsOf, variedEverywhere } from "./variations.ts";

/** How many bodies there are at most that differ from the first one in one place: each is sent. */
const mostVaried = 6;

/** Different request bodies: the examples, examples with other values in one place or in all, and made ones. */
export function bodiesOf(document: Document, one: DescribedOperation, make: Maker): unknown[] {
  const place = bodyOf(document, one)?.fragment;
  if (place === undefined) return [];
  const writable = (body: unknown) => withoutReadOnly(document, place, make, body);
  const examples = examplesOf(document, one.operation.requestBody, place);
  const shown = make.values(place, { first: examples, full: true }).map(writable);
  const fits = (body: unknown) => make.fits(place, body);
  const places = schemaPlaces(document, place);
  const choices = (path: readonly (string | number)[]) =>
    placesAt(document, place, path.map((name) => `/${name}`).join("")).flatMap(
      ({ schema }) => schema.enum ?? [],
    );
  const varied = [
    ...variationsOf(shown[0], fits).slice(0, mostVaried),
    variedEverywhere(shown[0], fits, choices),
    variedEverywhere(shown[0], fits, () => []),
  ];
  const first = [...shown, ...varied];
  const bodies = make.values(place, {
    first,
    count: Math.max(4, new Set(first.map(jsonText)).size + 1),
    full: true,
  });
  const [longest, least] = [longestTexts(places, shown[0], fits), leastOf(shown[0], fits)];
  const leastWithin = namesIn(shown[0]).reduce((body, name) => {
    const at = `/${escaped(name)}`;
    const inner = valueAt(body, at);
    const fitsThere = (part: unknown) => fits(withValueAt(body, at, part));
    // Of an object without anything, nothing shows what becomes of the rest.
    return withValueAt(body, at, leastOf(inner, fitsThere, namesIn(inner).slice(0, -1)));
  }, shown[0]);
  // A body without anything in it shows nothing of what an operation does, unless that needs none, as a search.
  const isTelling = (body: unknown) =>
    shown.includes(body) || one.method === "post" || JSON.stringify(body) !== "{}";
  const [mediaType = ""] = Object.keys(resolve(document, one.operation.requestBody ?? {}).content ?? {});
  const isMerged = mediaType.includes("merge-patch");
  const two = (at: string) => make.values(at, { count: 2 });
  const ofMap = (at: string) => {
    const stands = referred(document, at).find((found) => "additionalProperties" in nodeAt(document, found));
    // Where nothing can be made, the map stays as it is.
    return orNone(() => two(`${stands}/additionalProperties`));
  };
  const more = withMapEntries(places, withMoreItems(places, shown[0], fits, two), fits, ofMap);
  // An example of a merge patch shows a part alone: what the fullest one sets is to be set otherwise as well.
  const fullest = isMerged ? fullestOf([more, ...bodies, exampled(places, fits)], fits) : undefined;
  const otherwise = isMerged ? [fullest, variedEverywhere(fullest, fits, choices)] : [];
  const early = withEarlyDates(places, fullest ?? shown[0], fits);
  const season = inOtherSeason(places, fullest === undefined ? shown : [fullest], fits);
  const taking = isMerged ? withNulls(bodies.at(-1), fits) : [];
  const bounds = (["maximum", "minimum"] as const).map((side) =>
    atBounds(side, places, shown[0], fits, (at, count) => make.values(at, { count })),
  );
  const telling = [
    ...bodies,
    more,
    longest,
    ...bounds,
    leastWithin,
    least,
    ...otherwise,
    ...taking,
    ...early,
    ...season,
  ]
    .map(writable)
    .filter(isTelling);
  return [...new Map(telling.map((one) => [JSON.stringify(one), one])).values()];
}

/** What is made; nothing where that is refused. */
function orNone(made: () => readonly unknown[]): readonly unknown[] {
  try {
    return made();
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** The fullest of several bodies, or else one with every property that some of them have, if that has more in its parts. */
function fullestOf(bodies: readonly unknown[], fits: (body: unknown) => boolean): unknown {
  const partsIn = (value: unknown) => (value === null ? -1 : namesIn(value).length);
  const entriesOf = (body: unknown) =>
    namesIn(body).map((name) => [name, valueAt(body, `/${escaped(name)}`)] as const);
  const fullness = (body: unknown) =>
    entriesOf(body).reduce((sum, [, value]) => sum + 1 + Math.max(0, partsIn(value)), 0);
  const all = bodies.flatMap(entriesOf).toSorted(([, one], [, other]) => partsIn(other) - partsIn(one));
  const combined: Record<string, unknown> = {};
  for (const [name, value] of all) {
    if (Object.hasOwn(combined, name)) continue;
    combined[name] = value;
    if (!fits(combined)) delete combined[name];
  }
  const [fullest] = bodies.toSorted((one, other) => fullness(other) - fullness(one));
  return fullness(combined) > fullness(fullest) ? combined : fullest;
}

/** Copies of a merge patch that take one property away each (RFC 7396), where its schema has null for that; two at most. */
function withNulls(body: unknown, fits: (body: unknown) => boolean): unknown[] {
  return namesIn(body)
    .map((name) => withValueAt(body, `/${escaped(name)}`, null))
    .filter(fits)
    .slice(0, 2);
}

function namesIn(body: unknown): string[] {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
}

/** An object without those of its properties that it need not have. */
function leastOf(
  body: unknown,
  fits: (body: unknown) => boolean,
  names: readonly string[] = namesIn(body),
): unknown {
  return names.reduce((rest, name) => {
    const less = withoutValueAt(rest, `/${escaped(name)}`);
    return fits(less) ? less : rest;
  }, body);
}

/**
 * A request body without what the description calls read-only, since a server may refuse it, and keeps what it has: where
 * body and response are one schema, such as the id that the server gives. What the schema needs stays.
 */
function withoutReadOnly(document: Document, place: string, make: Maker, body: unknown): unknown {
  return schemaPlaces(document, place)
    .filter(({ schema }) => schema.readOnly === true)
    .map(({ pointer }) => pointer)
    .reduce((rest, pointer) => {
      const less = withoutValueAt(rest, pointer);
      return make.fits(place, less) ? less : rest;
    }, body);
}
