/** What a response shows about the requirements of its fields; examined once, since bodies may be large. */

import { type Field, fields } from "../../generated/fields.ts";
import { type SchemaError, type SchemaName, validators } from "../../generated/validators.js";
import { valueAt } from "../../src/core/json.ts";
import { jsonText } from "../base/json-text.ts";
import { nearest } from "../base/nearest.ts";
import { withValueAt } from "../base/pointer.ts";
import { isObject } from "../base/shape.ts";
import { detached } from "../wire/evidence.ts";
import type { Exchange, Received } from "../wire/exchange.ts";
import { pagedOperations } from "./kit/paged.ts";
import { successSchema } from "./kit/response-schema.ts";
import type { Fact } from "./kit/verdict.ts";
import { moreProblem } from "./more-pages.ts";

/** A field that is not as described. */
export interface FieldProblem {
  readonly pointer: string;
  /** What is wrong, as text: "is missing", "must be string". */
  readonly description: string;
  /** The value, shortened; for a missing field, what is present instead. */
  readonly received: string;
  /** Another name under which the field seems to be present; null if there is none. */
  readonly hint: string | null;
}

/** That a response contradicts what is expected, by this problem. */
export function violation(problem: FieldProblem, expected: string, { id }: Exchange): Fact {
  const { pointer, description, received, hint } = problem;
  return {
    kind: "violated",
    message: `${pointer === "" ? "The response" : pointer} ${description}.`,
    expected: [expected],
    received,
    pointer,
    ...(hint === null ? {} : { hint }),
    exchanges: [id],
  };
}

/** What a response shows, by requirement. */
export interface Examination {
  /** The first problem of each requirement that the response breaks. */
  readonly problems: ReadonlyMap<string, FieldProblem>;
  /** True if there is a problem of which no requirement speaks: {@link unclaimedProblem} says which. */
  readonly isUnclaimed: boolean;
  /** Requirements whose field is present in the response. */
  readonly present: ReadonlySet<string>;
}

const errorsLooked = 1000;
/** Items of a list that are validated together: the time for a list's errors grows with its size squared. */
const itemsAtOnce = 200;
const known = new WeakMap<Exchange, Map<SchemaName, Examination>>();

/** How a list is paged, by the schema of its pages. */
const paginations = new Map(pagedOperations.map((paged) => [successSchema(paged), paged.paginated] as const));

/** Compares a response with its schema. */
export function examine(schema: SchemaName, exchange: Exchange): Examination {
  const examined = known.get(exchange) ?? new Map<SchemaName, Examination>();
  known.set(exchange, examined);
  const before = examined.get(schema);
  if (before !== undefined) return before;
  const json = exchange.response?.json;
  const errors = errorsOf(schema, json);
  const problems = new Map<string, FieldProblem>();
  let isUnclaimed = false;
  for (const error of errors) {
    const field = fieldOf(schema, error);
    if (field === undefined) isUnclaimed = true;
    else if (!problems.has(field.requirement))
      problems.set(field.requirement, describe(schema, error, json, exchange.response));
  }
  const own = fields.filter((field) => field.schema === schema);
  const paged = paginations.get(schema);
  const more = paged === undefined ? null : moreProblem(paged, json);
  const speaking = own.find(({ pointer, required }) => pointer === more?.pointer && !required);
  if (more !== null && speaking !== undefined && !problems.has(speaking.requirement))
    problems.set(speaking.requirement, more);
  const present = own.filter(({ pointer, required }) =>
    valuesAt(json, pointer.split("/").slice(1)).some((value) => !required || isObject(value)),
  );
  const result = {
    problems,
    isUnclaimed,
    present: new Set<string>(present.map(({ requirement }) => requirement)),
  };
  examined.set(schema, result);
  return result;
}

/** The first problem of which no requirement speaks; null if there is none. Not kept: to show a value takes long. */
export function unclaimedProblem(schema: SchemaName, exchange: Exchange): FieldProblem | null {
  const json = exchange.response?.json;
  const error = errorsOf(schema, json).find((one) => fieldOf(schema, one) === undefined);
  return error === undefined ? null : describe(schema, error, json, exchange.response);
}

/** Errors against the schema, up to the number that is looked at. A long list is validated in parts. */
function errorsOf(schema: SchemaName, json: unknown): SchemaError[] {
  const validate = validators[schema];
  const of = (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
  const items = paginations.get(schema)?.items;
  const list = items === undefined ? null : valueAt(json, items);
  if (items === undefined || !Array.isArray(list) || list.length <= itemsAtOnce) {
    return of(json).slice(0, errorsLooked);
  }
  const errors: SchemaError[] = [];
  for (let from = 0; from < list.length && errors.length < errorsLooked; from += itemsAtOnce) {
    const stretch = of(withValueAt(json, items, list.slice(from, from + itemsAtOnce)));
    const moved = (pointer: string) =>
      pointer.startsWith(`${items}/`)
        ? `${items}/${pointer.slice(items.length + 1).replace(/^[0-9]+/, (index) => `${from + Number(index)}`)}`
        : pointer;
    errors.push(...stretch.map((error) => ({ ...error, instancePath: moved(error.instancePath) })));
  }
  return errors.slice(0, errorsLooked);
}

/** The field that a schema error is about: itself for its form, the object around it for its absence. */
export function fieldOf(schema: SchemaName, error: SchemaError): Field | undefined {
  const pointer = error.instancePath.replace(/\/[0-9]+(?=\/|$)/g, "/*");
  const required = error.keyword === "required";
  const at = (place: string, presence: boolean) =>
    fields.find((field) => field.schema === schema && field.pointer === place && field.required === presence);
  const own = at(pointer, required);
  if (own !== undefined) return own;
  // A value that is not an object lacks all fields.
  if (pointer === "") return at("", true);
  // An item of the wrong type counts against its array.
  const array = at(pointer.replace(/\/\*$/, ""), false);
  return array ?? mapAround(schema, pointer);
}

/** The field around a place of which the description says nothing by name, as the values of a map. */
function mapAround(schema: SchemaName, pointer: string): Field | undefined {
  const own = fields.filter((field) => field.schema === schema && !field.required);
  const around = own.filter((field) => pointer.startsWith(`${field.pointer}/`));
  const nearest = around.find((field) =>
    around.every((other) => other.pointer.length <= field.pointer.length),
  );
  const isNamed = own.some((field) => field.pointer.startsWith(`${nearest?.pointer}/`));
  return isNamed ? undefined : nearest;
}

function describe(
  schema: SchemaName,
  error: SchemaError,
  json: unknown,
  response: Received | null,
): FieldProblem {
  const [value] = valuesAt(json, error.instancePath.split("/").slice(1));
  const shown = value === undefined ? bodyText(response) : jsonText(value);
  const wrong = { pointer: error.instancePath, received: detached(shown.slice(0, mostShown)), hint: null };
  if (error.keyword !== "required") return { ...wrong, description: error.message ?? error.keyword };
  const name = String(error.params.missingProperty);
  const names = isObject(value) ? Object.keys(value) : [];
  const other = otherName(schema, error.instancePath, name, names);
  return {
    pointer: `${error.instancePath}/${name}`,
    description: "is missing",
    received: detached(
      (names.length === 0 ? shown : `an object with ${names.join(", ")}`).slice(0, mostShown),
    ),
    hint: other === null ? null : detached(`there is ${other.slice(0, mostShown)}; did it mean ${name}?`),
  };
}

const mostShown = 200;

function bodyText(response: Received | null): string {
  return response === null ? "nothing" : response.bytes === 0 ? "an empty body" : response.text;
}

/** The name next to a missing field that most likely stands for it: spelled differently, or mistyped. */
function otherName(
  schema: SchemaName,
  place: string,
  name: string,
  beside: readonly string[],
): string | null {
  const documented = new Set(fields.filter((field) => field.schema === schema).map(({ pointer }) => pointer));
  const above = place.replace(/\/[0-9]+(?=\/|$)/g, "/*");
  const free = beside.filter((one) => !documented.has(`${above}/${one}`));
  const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const same = free.find((one) => bare(one) === bare(name));
  // Any two short names are similar to each other.
  return same ?? (name.length < 4 ? null : nearest(name, free));
}

/** The values at a pointer in which * stands for any index; for an array, the first item is enough. */
export function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return value === undefined ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  if (name === "*")
    return Array.isArray(value) ? value.slice(0, 1).flatMap((item) => valuesAt(item, rest)) : [];
  return valuesAt((value as Record<string, unknown>)[name], rest);
}
