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

/**
 * Checks a merge patch: an object that changes something.
 *
 * @param patch - Request body before it is serialised.
 * @throws RequestError `invalid-body`.
 * @see RFC 7396.
 */
export function checkMergePatch(patch: unknown): void {
  if (!isPlainObject(patch)) throw refused("", "must be an object");
  if (Object.keys(patch).length === 0) throw refused("", "is empty and would change nothing");
  check(patch, "", 0);
}

/** What a merge patch is to do, said explicitly. */
export interface PatchIntent<T extends object> {
  /** Fields to change; an undefined value leaves the field untouched. */
  readonly set?: { readonly [K in keyof T]?: T[K] | undefined };
  /** Fields to remove: null in the patch. Only those whose type has null. */
  readonly unset?: readonly NullableKeys<T>[];
}

type NullableKeys<T> = { [K in keyof T]-?: null extends T[K] ? K & string : never }[keyof T];

/**
 * Makes a merge patch from what is to be set, what is to be removed, and what is left alone, for values
 * that come from optional variables.
 *
 * @example
 * ```ts
 * await client.cards.updateLimits("CRD1001", mergePatch<LimitsPatch>({ set: { daily, monthly } }));
 * ```
 * @throws RequestError `invalid-body` for a field in both lists, an empty patch, or a value that JSON
 *   cannot hold.
 * @see RFC 7396.
 */
export function mergePatch<T extends object>(intent: PatchIntent<T>): Partial<T> {
  const patch: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(intent.set ?? {})) {
    if (value === null) throw refused(`/${name}`, "is null; name it in unset if it is to be removed");
    if (value !== undefined) patch[name] = value;
  }
  for (const name of intent.unset ?? []) {
    if (name in patch) throw refused(`/${name}`, "is both set and unset");
    patch[name] = null;
  }
  checkMergePatch(patch);
  return patch as Partial<T>;
}

function check(value: unknown, pointer: string, depth: number): void {
  if (depth > deepest) throw refused(pointer, `is nested deeper than ${deepest} levels`);
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw refused(pointer, `is ${value}, which JSON turns into null`);
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw refused(pointer, "is an integer beyond 2^53, which has lost digits");
    }
  } else if (Array.isArray(value)) {
    // Not forEach: it would skip the holes of a sparse array.
    for (let index = 0; index < value.length; index++) check(value[index], `${pointer}/${index}`, depth + 1);
  } else if (isPlainObject(value)) {
    for (const [name, item] of Object.entries(value)) check(item, `${pointer}/${name}`, depth + 1);
  } else {
    const type = value === undefined ? "undefined" : typeof value;
    throw refused(pointer, `is ${type === "object" ? "not a plain object" : type}, which JSON does not have`);
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !("toJSON" in value);
}

function refused(pointer: string, problem: string): RequestError {
  const where = pointer === "" ? "The request body" : `${pointer} of the request body`;
  return new RequestError("invalid-body", `${where} ${problem}. Nothing was sent.`, { cause: { pointer } });
}
