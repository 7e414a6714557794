import type { Operation } from "../../generated/operations.ts";
import { checkNames, kindOf, wrongArgument } from "../core/checks.ts";
import { nearMiss } from "../core/near-miss.ts";
import { isPlainObject } from "./body.ts";

/** A call as written by the caller; the compiler, if any, has checked it against the description. */
export interface RequestInput {
  readonly params?: {
    readonly path?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly header?: Readonly<Record<string, unknown>>;
  };
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Checks parameters and body of a call against the description, for callers without a compiler. Unknown names
 * are accepted, as a later version of the API may have them, unless they look like a misspelling of a known
 * one.
 *
 * @throws RequestError `invalid-argument`, naming the parameter or field.
 */
export function checkInput(operation: Operation, { params, headers, body }: RequestInput): void {
  if (params !== undefined) {
    checkPlain("params", params);
    checkNames("params", params, ["path", "query", "header"]);
    for (const [part, values] of Object.entries(params))
      if (values !== undefined) checkPlain(`params.${part}`, values);
    checkNames("params.query", params.query ?? {}, Object.keys(operation.query));
    for (const [name, value] of Object.entries(params.query ?? {})) checkQuery(operation, name, value);
  }
  if (headers !== undefined) checkPlain("headers", headers);
  if (operation.mediaType === null && body !== undefined)
    throw wrongArgument("body", `is not taken by ${operation.id}`);
  if (operation.bodyRequired && body === undefined)
    throw wrongArgument("body", `is needed by ${operation.id}`);
  for (const name of isPlainObject(body) ? Object.keys(body) : []) {
    const meant = nearMiss(name, operation.bodyFields);
    if (meant !== undefined) {
      throw wrongArgument(`The field "${name}"`, `is not known to ${operation.id}; did you mean ${meant}?`);
    }
  }
}

/** Checks one query parameter, of a list each value: it must have its described type and be sent unchanged. */
function checkQuery(operation: Operation, name: string, value: unknown): void {
  if (operation.queryLists?.[name] === undefined || !Array.isArray(value)) {
    checkQueryValue(name, value, operation.query[name] ?? null);
  } else {
    for (const one of value) checkQueryValue(name, one ?? null, null);
  }
}

function checkQueryValue(name: string, value: unknown, type: string | null): void {
  const problem = (expected: string) =>
    wrongArgument(`The query parameter "${name}"`, `must be ${expected}, not ${kindOf(value)}`);
  if (value === undefined) return;
  if (type === "integer" && !Number.isSafeInteger(value)) throw problem("a whole number");
  if (type === "string" && typeof value !== "string") throw problem("a string");
  if (!["string", "number", "boolean"].includes(typeof value))
    throw problem("a string, a number or a boolean");
  // JSON has no NaN or Infinity, and half a surrogate pair cannot be percent-encoded.
  if (typeof value === "number" ? !Number.isFinite(value) : /\p{Cs}/u.test(String(value))) {
    throw wrongArgument(`The query parameter "${name}"`, "cannot be sent as it is");
  }
}

function checkPlain(name: string, value: unknown): void {
  if (!isPlainObject(value))
    throw wrongArgument(name, `must be a plain object of names and values, not ${kindOf(value)}`);
}
