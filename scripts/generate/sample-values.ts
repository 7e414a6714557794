/** Values for requests and responses as specified: examples where there are some, made ones otherwise. */

import { jsonText } from "../../conformance/base/json-text.ts";
import { withoutValueAt, withValueAt } from "../../conformance/base/pointer.ts";
import type { Samples } from "../../generated/samples.ts";
import { valueAt } from "../../src/core/json.ts";
import { ajvOf, validatorAt } from "./ajv.ts";
import { bindingsOf } from "./bindings.ts";
import {
  type Content,
  type DescribedOperation,
  type Document,
  escaped,
  type Header,
  type Media,
  operationsOf,
  resolve,
  type Schema,
  targetOf,
} from "./document.ts";
import { listingOf } from "./listings.ts";
import { longestTexts } from "./longest-texts.ts";
import { madeValues, type Wanted } from "./made.ts";
import { withMoreItems } from "./more-items.ts";
import { neededHeadersOf } from "./needed-headers.ts";
import { oncePerDocument } from "./once.ts";
import { paginationOf } from "./pages.ts";
import { queryValueOf } from "./query-value.ts";
import { Refusal } from "./refusal.ts";
import { placesAt, schemaPlaces } from "./schema-places.ts";
import { bodyOf, responsesOf } from "./schemas.ts";
import { variationsOf, variedEverywhere } from "./variations.ts";

/** How many items there are of each list: enough for more than one page of ten or of twenty-five. */
const itemCount = 32;

/**
 * The samples of each operation, by its id.
 *
 * @throws Refusal for a schema for which nothing can be made.
 */
export const samplesOf = oncePerDocument((document): Record<string, Samples> => {
  const make = makerOf(document);
  const answers = new Map(operationsOf(document).map((one) => [one.id, answersOf(document, one, make)]));
  const bindings = bindingsOf(document);
  const bound = (id: string, name: string) => {
    const { operation, pointer } = bindings[id]?.[name] ?? { operation: "", pointer: "" };
    const value = valueAt(answers.get(operation)?.success, pointer);
    return value === undefined ? undefined : String(value);
  };
  const rows = operationsOf(document).map((one) => {
    const values = (place: string) =>
      one.parameters
        .filter((parameter) => parameter.in === place && parameter.required === true)
        .map((parameter) => [
          parameter.name,
          bound(one.id, parameter.name) ?? parameterSample(document, parameter, make),
        ]);
    const { items = [], responses = {} } = answers.get(one.id) ?? {};
    const samples: Samples = {
      path: Object.fromEntries(values("path")),
      query: Object.fromEntries(values("query")),
      ...neededOf(document, one, make),
      bodies: bodiesOf(document, one, make),
      items,
      responses,
      headers: headersOf(document, one, make),
    };
    return [one.id, samples] as const;
  });
  return Object.fromEntries(rows);
});

type Maker = ReturnType<typeof makerOf>;

/** Makes values for the schema at a fragment. */
function makerOf(document: Document) {
  const ajv = ajvOf(document);
  const fits = (fragment: string, value: unknown) => validatorAt(ajv, fragment)(value);
  const made = (fragment: string, wanted: Wanted = {}) =>
    madeValues(document, { $ref: fragment }, (value) => fits(fragment, value), wanted);
  const values = (fragment: string, wanted: Wanted): [unknown, ...unknown[]] => {
    // An example that does not fit is no sample; generation refuses it.
    const first = wanted.first?.filter((value) => fits(fragment, value)) ?? [];
    const [value, ...others] = made(fragment, { ...wanted, first });
    if (value !== undefined) return [value, ...others];
    const inner = schemaPlaces(document, fragment).findLast((place) => made(place.fragment).length === 0);
    throw new Refusal(
      inner?.fragment ?? fragment,
      "no value can be made for this schema; mend it, or give it an example",
    );
  };
  return { fits, values };
}

/** Bodies of every response of an operation, and the items of its pages; what its success looks like. */
function answersOf(document: Document, one: DescribedOperation, make: Maker) {
  const schemas = Object.entries(responsesOf(document, one));
  const responses = Object.fromEntries(
    schemas.map(([status, schema]) => {
      if (schema === null) return [status, null];
      const first = examplesOf(document, one.operation.responses[status], schema.fragment).slice(0, 1);
      return [status, make.values(schema.fragment, { first, full: true })[0]];
    }),
  );
  const [status, schema] = schemas.find(([key, found]) => key.startsWith("2") && found !== null) ?? [];
  const page = paginationOf(document, one) ?? listingOf(document, one);
  if (status === undefined || schema == null || page === null) {
    return { responses, items: [], success: status === undefined ? null : responses[status] };
  }
  const shown = valueAt(responses[status], page.items);
  const first = Array.isArray(shown) ? shown : [];
  const key = (item: unknown) => (page.id === null ? item : valueAt(item, page.id.pointer));
  const place = schemaPlaces(document, schema.fragment).find(({ pointer }) => pointer === `${page.items}/*`);
  const items = place === undefined ? first : make.values(place.fragment, { first, count: itemCount, key });
  const success = withValueAt(responses[status], page.items, items.slice(0, Math.max(first.length, 1)));
  return { responses: { ...responses, [status]: success }, items, success };
}

/** Values for the headers that a request needs, if it needs any; null for a UUID of which none is given as an example. */
function neededOf(document: Document, one: DescribedOperation, make: Maker): Pick<Samples, "needed"> {
  const headers = neededHeadersOf(document, one).map((parameter) => {
    const { example, examples, schema = {} } = parameter;
    const { format, default: usual, examples: shown } = resolve(document, schema);
    const isNew = format === "uuid" && [example, examples, usual, shown].every((one) => one === undefined);
    return [parameter.name, isNew ? null : parameterSample(document, parameter, make)] as const;
  });
  return headers.length === 0 ? {} : { needed: Object.fromEntries(headers) };
}

/** Values for the headers that the responses of an operation need, by the status of each that needs some. */
function headersOf(document: Document, { operation, fragment }: DescribedOperation, make: Maker) {
  const all = Object.entries(operation.responses).map(([status, response]) => {
    const place = `${targetOf(document, response, `${fragment}/responses/${status}`)}/headers`;
    const needed = Object.entries(resolve(document, response).headers ?? {}).flatMap(([name, node]) => {
      const header = resolve(document, node);
      if (header.required !== true) return [];
      const at = targetOf(document, node, `${place}/${escaped(name)}`);
      return [[name.toLowerCase(), parameterSample(document, { ...header, fragment: at }, make)] as const];
    });
    return [status, Object.fromEntries(needed)] as const;
  });
  return Object.fromEntries(all.filter(([, needed]) => Object.keys(needed).length > 0));
}

/** How many bodies there are at most that differ from the first one in one place: each is sent. */
const mostVaried = 6;

/** Different request bodies: the examples, examples with other values in one place or in all, and made ones. */
function bodiesOf(document: Document, one: DescribedOperation, make: Maker): unknown[] {
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
  // An example of a merge patch shows a part alone: what the fullest one sets is to be set otherwise as well.
  const [fullest] = bodies.toSorted((some, others) => namesIn(others).length - namesIn(some).length);
  const otherwise = isMerged ? [variedEverywhere(fullest, fits, choices)] : [];
  const taking = isMerged ? withNulls(bodies.at(-1), fits) : [];
  const more = withMoreItems(places, shown[0], fits, (at) => make.values(at, { count: 2 }));
  const telling = [...bodies, more, longest, leastWithin, least, ...otherwise, ...taking]
    .map(writable)
    .filter(isTelling);
  return [...new Map(telling.map((one) => [JSON.stringify(one), one])).values()];
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

/** The examples of a body: of its media type, or else of its schema. */
function examplesOf(document: Document, node: Content | undefined, fragment: string): unknown[] {
  const media: Media = Object.values(resolve(document, node ?? {}).content ?? {})[0] ?? {};
  const shown = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)];
  const given = shown.filter((value) => value !== undefined);
  return given.length > 0 ? given : (resolve<Schema>(document, { $ref: fragment }).examples ?? []);
}

/** A value for a parameter or a header: its example, or one that its schema allows. */
function parameterSample(document: Document, parameter: Header & { fragment: string }, make: Maker): string {
  const { example, examples = {}, schema, fragment } = parameter;
  const [shown] = [example, ...Object.values(examples).map(({ value }) => value)].filter(
    (value) => value !== undefined,
  );
  const one = (value: unknown) => (Array.isArray(value) ? value[0] : value);
  if (shown !== undefined || schema === undefined) return String(one(shown) ?? "");
  const { default: usual, examples: known = usual === undefined ? [] : [usual] } = resolve(document, schema);
  // Of a list, one value.
  const value = queryValueOf(document, { schema, fragment: `${fragment}/schema` });
  const own = value.schema.default === undefined ? [] : [value.schema.default];
  const first = [...known.map(one), ...own, ...(value.schema.examples ?? [])];
  return String(make.values(value.fragment, { first })[0]);
}
