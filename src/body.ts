import { RequestError } from "./errors.ts";

/** Nesting beyond which a body is taken for a mistake, such as a cycle. */
const deepest = 50;

/**
 * Checks that JSON says what the value says. `JSON.stringify` drops undefined and turns NaN and Infinity
 * into null, and in a merge patch null means "remove": a bug in a number would delete a limit.
 *
 * @param body - Request body before it is serialised.
 * @throws RequestError `invalid-body`, naming the place.
 */
export function checkJson(body: unknown): void {
  check(body, "", 0);
}

function check(value: unknown, pointer: string, depth: number): void {
  if (depth > deepest) throw refusedBody(pointer, `is nested deeper than ${deepest} levels`);
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw refusedBody(pointer, `is ${value}, which JSON turns into null`);
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw refusedBody(pointer, "is an integer beyond 2^53, which has lost digits");
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

/** An object that JSON writes as it stands. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype of another realm's objects is another one, but has none itself either.
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return plain && !("toJSON" in value);
}

/**
 * The error for a body.
 *
 * @param pointer - JSON pointer to the place; empty for the whole.
 */
export function refusedBody(pointer: string, problem: string): RequestError {
  const where = pointer === "" ? "The request body" : `${pointer} of the request body`;
  return new RequestError("invalid-body", `${where} ${problem}. Nothing was sent.`, { cause: { pointer } });
}
