import { RequestError } from "../core/errors.ts";

/** Nesting depth beyond which a body is treated as a mistake, such as a cycle. */
const deepest = 50;

/**
 * A `T` that may have a bigint in place of any number, so that integers beyond 2^53 keep all
 * their digits.
 */
export type WithBigInts<T> = T extends number
  ? T | bigint
  : T extends object
    ? { [K in keyof T]: WithBigInts<T[K]> }
    : T;

/**
 * Checks that JSON represents the value exactly. `JSON.stringify` drops undefined and turns NaN and Infinity
 * into null, and in a merge patch null means "remove": a bug in a number would delete a limit.
 *
 * @param body - Request body before it is serialised; bigint is a number of any size.
 * @throws RequestError `invalid-body`, naming the location.
 */
export function checkJson(body: unknown): void {
  check(body, "", 0);
}

function check(value: unknown, pointer: string, depth: number): void {
  if (depth > deepest) throw refusedBody(pointer, `is nested deeper than ${deepest} levels`);
  if (value === null || typeof value === "string") return;
  if (typeof value === "boolean" || typeof value === "bigint") return;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw refusedBody(pointer, `is ${value}, which JSON turns into null`);
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw refusedBody(pointer, "is an integer beyond 2^53, which may have lost digits; pass a bigint");
    }
  } else if (Array.isArray(value)) {
    // Not forEach: it would skip the holes of a sparse array.
    for (let index = 0; index < value.length; index++) check(value[index], `${pointer}/${index}`, depth + 1);
  } else if (isPlainObject(value)) {
    for (const [name, item] of Object.entries(value)) check(item, `${pointer}/${name}`, depth + 1);
  } else {
    const type = value === undefined ? "undefined" : typeof value;
    throw refusedBody(
      pointer,
      `is ${type === "object" ? "not a plain object" : type}, which JSON does not have`,
    );
  }
}

/**
 * JSON of a value that passed {@link checkJson}, with each bigint as a number with all its digits, which
 * `JSON.stringify` cannot write.
 */
export function toJson(body: unknown): string {
  if (typeof body === "bigint") return String(body);
  if (Array.isArray(body)) return `[${body.map(toJson).join(",")}]`;
  if (!isPlainObject(body)) return JSON.stringify(body);
  return `{${Object.entries(body).map(([name, item]) => `${JSON.stringify(name)}:${toJson(item)}`)}}`;
}

/** An object that JSON represents unchanged. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm have a different prototype, but that has no prototype itself either.
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return plain && !("toJSON" in value);
}

/**
 * The error for a body.
 *
 * @param pointer - JSON pointer to the location; empty for the whole body.
 */
export function refusedBody(pointer: string, problem: string): RequestError {
  const where = pointer === "" ? "The request body" : `${pointer} of the request body`;
  return new RequestError("invalid-body", `${where} ${problem}. Nothing was sent.`, { cause: { pointer } });
}
