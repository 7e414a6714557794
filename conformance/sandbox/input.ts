/** What is wrong with the query and the body of a request, by the description. */
import type { Operation } from "../../generated/operations.ts";
import { validators } from "../../generated/validators.js";
import { readJson } from "./json-body.ts";
import type { Problem } from "./refuse.ts";
import { mediaTypeOf } from "./request.ts";
import { requiredQuery } from "./samples.ts";
import type { RequestContext } from "./seams.ts";

/** The forms of a query parameter by the type of its schema; any text is a string. */
const forms: Readonly<Record<string, RegExp>> = {
  integer: /^-?[0-9]+$/,
  number: /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/,
  boolean: /^(true|false)$/,
};

/** Why the query of a request is not accepted, or null if it is. The parameters of paging are left to the page. */
export function queryProblem({ request }: RequestContext, operation: Operation): Problem | null {
  const { id, query, paginated } = operation;
  const lacking = requiredQuery(id).find((name) => !request.query.has(name));
  if (lacking !== undefined) {
    return { condition: "parameter", message: `The query parameter ${lacking} is required.` };
  }
  for (const [name, type] of Object.entries(query)) {
    if (name === paginated?.parameter || name === paginated?.pageSize?.parameter) continue;
    const values = request.query.getAll(name);
    for (const value of type === "array" ? values : values.slice(0, 1)) {
      const message =
        forms[type ?? ""]?.test(value) === false
          ? `The query parameter ${name} is no ${type}.`
          : boundsProblem(operation, name, value);
      if (message !== null) return { condition: "parameter", message };
    }
  }
  return null;
}

/** Why the text of a query parameter is outside the bounds that the description states, or null if it is not. */
export function boundsProblem({ query, queryBounds }: Operation, name: string, text: string): string | null {
  const schema = queryBounds[name];
  if (schema === undefined) return null;
  const validate = validators[schema];
  const { number, boolean } = forms;
  const value = number?.test(text) ? Number(text) : boolean?.test(text) ? text === "true" : text;
  // Without a type, or as one of a list, a value may be the text itself or what it stands for.
  const values = [null, undefined, "array"].includes(query[name])
    ? [text, value]
    : [query[name] === "string" ? text : value];
  if (values.some((one) => validate(one))) return null;
  return `The query parameter ${name} ${validate.errors?.[0]?.message ?? "is not as described"}.`;
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
