import { withValueAt } from "../../conformance/base/pointer.ts";
import type { Samples } from "../../generated/samples.ts";
import { valueAt } from "../../src/core/json.ts";
import { bindingsOf } from "./bindings.ts";
import {
  type DescribedOperation,
  type Document,
  escaped,
  type Header,
  operationsOf,
  resolve,
  targetOf,
} from "./document.ts";
import { listingOf } from "./listings.ts";
import { examplesOf, type Maker, makerOf } from "./maker.ts";
import { neededHeadersOf } from "./needed-headers.ts";
import { oncePerDocument } from "./once.ts";
import { paginationOf } from "./pages.ts";
import { queryValueOf } from "./query-value.ts";
import { bodiesOf } from "./sample-bodies.ts";
import { schemaPlaces } from "./schema-places.ts";
import { bodyOf, responsesOf } from "./schemas.ts";
import { textLengths } from "./text-lengths.ts";

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
    const bodies = bodiesOf(document, one, make);
    const place = bodyOf(document, one)?.fragment;
    const fits = (body: unknown) => place !== undefined && make.fits(place, body);
    const texts =
      place === undefined ? undefined : textLengths(schemaPlaces(document, place), bodies[0], fits);
    const samples: Samples = {
      path: Object.fromEntries(values("path")),
      query: Object.fromEntries(values("query")),
      ...neededOf(document, one, make),
      bodies,
      ...(texts === undefined ? {} : { texts }),
      items,
      responses,
      headers: headersOf(document, one, make),
    };
    return [one.id, samples] as const;
  });
  return Object.fromEntries(rows);
});

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
