/** What is wrong with the query, the needed headers and the body of a request, by the description. */
import type { Operation } from "../../generated/operations.ts";
import { type SchemaName, validators } from "../../generated/validators.js";
import { delimiters } from "../base/query-list.ts";
import { readJson } from "./json-body.ts";
import { checked, type Problem } from "./refuse.ts";
import { mediaTypeOf } from "./request.ts";
import { requiredQuery } from "./samples.ts";
import type { RequestContext } from "./seams.ts";

/** The forms of a query parameter by the type of its schema; any text is a string. */
const forms: Readonly<Record<string, RegExp>> = {
  integer: /^-?[0-9]+$/,
  number: /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/,
  boolean: /^(true|false)$/,
};

/** The values of a query parameter: the first one, or of a parameter that takes a list, each. */
export function valuesIn(
  query: URLSearchParams,
  { queryLists = {} }: Pick<Operation, "queryLists">,
  name: string,
): readonly string[] {
  const values = query.getAll(name);
  const list = queryLists[name];
  if (list === undefined) return values.slice(0, 1);
  return list.explode ? values : values.flatMap((value) => value.split(delimiters[list.style]));
}

/** Why the query of a request is not accepted, or null if it is. The parameters of paging are left to the page. */
export function queryProblem({ request }: RequestContext, operation: Operation): Problem | null {
  const { id, query, paginated } = operation;
  const lacking = requiredQuery(id).find((name) => !request.query.has(name));
  if (lacking !== undefined) {
    return { condition: "parameter", message: `The query parameter ${lacking} is required.` };
  }
  for (const [name, type] of Object.entries(query)) {
    if (name === paginated?.parameter || name === paginated?.pageSize?.parameter) continue;
    for (const value of valuesIn(request.query, operation, name)) {
      const message =
        forms[type ?? ""]?.test(value) === false
          ? `The query parameter ${name} is no ${type}.`
          : boundsProblem(operation, name, value);
      if (message !== null) return { condition: "parameter", message };
    }
  }
  return null;
}

/** Why the headers that an operation needs beside the usual ones are not accepted, or null if they are. */
export function neededProblem(context: RequestContext, { needed = {} }: Operation): Problem | null {
  for (const [name, schema] of Object.entries(needed)) {
    const text = context.request.headers.get(name);
    const message =
      text === null ? `The header ${name} is required.` : textProblem(schema, `The header ${name}`, text);
    const problem = message === null ? null : checked(context, "parameter", message);
    if (problem !== null) return problem;
  }
  return null;
}

/** Why the text of a query parameter is outside the bounds that the description states, or null if it is not. */
export function boundsProblem({ query, queryBounds }: Operation, name: string, text: string): string | null {
  return textProblem(queryBounds[name] ?? null, `The query parameter ${name}`, text, query[name] ?? null);
}

/**
 * Why a text stands for no value that a schema allows; null if it does, or there is no schema.
 *
 * @param type - That of the schema. Without one, or as one of a list, the text itself or what it stands for may be meant.
 */
function textProblem(
  schema: SchemaName | null,
  what: string,
  text: string,
  type: string | null = null,
): string | null {
  if (schema === null) return null;
  const validate = validators[schema];
  const { number, boolean } = forms;
  const value = number?.test(text) ? Number(text) : boolean?.test(text) ? text === "true" : text;
  const values = type === null || type === "array" ? [value, text] : [type === "string" ? text : value];
  if (values.some((one) => validate(one))) return null;
  return `${what} ${validate.errors?.[0]?.message ?? "is not as described"}.`;
}

/** The value of a request body as described; a problem for another one; undefined without a body. */
export function readBody({ request }: RequestContext, operation: Operation): { value: unknown } | Problem {
  const { mediaType, bodyRequired, body: schema } = operation;
  if (mediaType === null || (request.body === "" && !bodyRequired)) return { value: undefined };
  // What a form holds is text, whatever its schema says.
  if (!/[/+]json$/.test(mediaTypeOf(request))) {
    return { value: Object.fromEntries(new URLSearchParams(request.body)) };
  }
  const read = readJson(request.body, "send it as JSON");
  if (typeof read === "string") return { condition: "body", message: read };
  const validate = schema === null ? undefined : validators[schema];
  if (validate === undefined || validate(read.value)) return read;
  const [error] = validate.errors ?? [];
  const where = error?.instancePath === "" ? "The body" : (error?.instancePath ?? "The body");
  return { condition: "body", message: `${where} ${error?.message ?? "is not as described"}.` };
}
