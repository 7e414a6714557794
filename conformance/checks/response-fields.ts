/** What one response says about the requirements of its fields; examined once, since bodies may be large. */
import { type Field, fields } from "../../generated/fields.ts";
import { CardList, ErrorBody, type SchemaError, TokenResponse } from "../../generated/validators.js";
import { jsonText } from "../json-text.ts";
import type { Exchange } from "../wire/exchange.ts";

/** Schemas whose fields have requirements. */
export type SchemaName = Field["schema"];

/** A field that is not as described. */
export interface FieldProblem {
  readonly pointer: string;
  /** What is wrong, in words: "is missing", "must be string". */
  readonly words: string;
  /** The value, shortened. */
  readonly received: string;
}

/** What a response shows, by requirement. */
export interface Examination {
  /** The first problem of each requirement that the response breaks. */
  readonly problems: ReadonlyMap<string, FieldProblem>;
  /** Requirements whose field the response has. */
  readonly present: ReadonlySet<string>;
}

const validators = { CardList, TokenResponse, ErrorBody };
const errorsLooked = 1000;
const known: Readonly<Record<SchemaName, WeakMap<Exchange, Examination>>> = {
  CardList: new WeakMap(),
  TokenResponse: new WeakMap(),
  ErrorBody: new WeakMap(),
};

/** Holds a response against its schema. */
export function examine(schema: SchemaName, exchange: Exchange): Examination {
  const before = known[schema].get(exchange);
  if (before !== undefined) return before;
  const json = exchange.response?.json;
  const validate = validators[schema];
  const errors = validate(json) ? [] : (validate.errors ?? []).slice(0, errorsLooked);
  const problems = new Map<string, FieldProblem>();
  for (const error of errors) {
    const field = fieldOf(schema, error);
    if (field !== undefined && !problems.has(field.requirement))
      problems.set(field.requirement, describe(error, json));
  }
  const own = fields.filter((field) => field.schema === schema);
  const present = own.filter(({ pointer, required }) =>
    valuesAt(json, pointer.split("/").slice(1)).some((value) => !required || isObject(value)),
  );
  const result = { problems, present: new Set<string>(present.map(({ requirement }) => requirement)) };
  known[schema].set(exchange, result);
  return result;
}

/** The field that a schema error is about: itself for its form, the object around it for its absence. */
function fieldOf(schema: SchemaName, error: SchemaError): Field | undefined {
  const pointer = error.instancePath.replace(/\/[0-9]+(?=\/|$)/g, "/*");
  const required = error.keyword === "required";
  const at = (place: string, presence: boolean) =>
    fields.find((field) => field.schema === schema && field.pointer === place && field.required === presence);
  const own = at(pointer, required);
  if (own !== undefined) return own;
  // An item of the wrong type is the fault of its array; what is no object at all lacks every field of one.
  return pointer === "" ? at("", true) : at(pointer.replace(/\/\*$/, ""), false);
}

function describe(error: SchemaError, json: unknown): FieldProblem {
  const absent = error.keyword === "required";
  const pointer = absent
    ? `${error.instancePath}/${String(error.params.missingProperty)}`
    : error.instancePath;
  const [value] = valuesAt(json, pointer.split("/").slice(1));
  return {
    pointer,
    words: absent ? "is missing" : (error.message ?? error.keyword),
    received: value === undefined ? "nothing" : jsonText(value).slice(0, 200),
  };
}

/** The values at a pointer in which * stands for any index; of an array the first item will do. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return value === undefined ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  if (name === "*")
    return Array.isArray(value) ? value.slice(0, 1).flatMap((item) => valuesAt(item, rest)) : [];
  return valuesAt((value as Record<string, unknown>)[name], rest);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
