import { checkNames, kindOf, wrongArgument } from "../core/checks.ts";
import { checkJson, isPlainObject, refusedBody } from "./body.ts";

/** Media type of a merge patch. RFC 7396, section 4. */
export const mergePatchType = "application/merge-patch+json";

/**
 * Checks a merge patch: an object that changes something.
 *
 * @param patch - Request body before it is serialised.
 * @throws RequestError `invalid-body`.
 * @see RFC 7396.
 */
export function checkMergePatch(patch: unknown): void {
  if (!isPlainObject(patch)) throw refusedBody("", "must be an object");
  if (Object.keys(patch).length === 0) throw refusedBody("", "is empty and would change nothing");
  checkJson(patch);
}

/** What a merge patch should do, stated explicitly. */
export interface PatchIntent<T extends object> {
  /** Fields to change; an undefined value leaves the field untouched. */
  readonly set?: { readonly [K in keyof T]?: T[K] | undefined };
  /** Fields to remove: null in the patch. Only fields whose type includes null. */
  readonly unset?: readonly NullableKeys<T>[];
}

type NullableKeys<T> = { [K in keyof T]-?: null extends T[K] ? K & string : never }[keyof T];

/**
 * Builds a merge patch from fields to set, to remove and to leave alone, for values that come from optional
 * variables.
 *
 * @example
 * ```ts
 * const body = mergePatch<Settings>({ set: { colour, size }, unset: ["label"] });
 * ```
 * @throws RequestError `invalid-body` for a field in both lists, an empty patch, or a value that JSON
 *   cannot represent; `invalid-argument` if the intent has another form.
 * @see RFC 7396.
 */
export function mergePatch<T extends object>(intent: PatchIntent<T>): Partial<T> {
  checkNames("intent", intent, ["set", "unset"]);
  const { set = {}, unset = [] } = intent;
  if (!isPlainObject(set)) throw wrongArgument("set", `must be a plain object, not ${kindOf(set)}`);
  if (!Array.isArray(unset) || !unset.every((name) => typeof name === "string"))
    throw wrongArgument("unset", "must be a list of names");
  const patch: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(set)) {
    if (value === null) throw refusedBody(`/${name}`, "is null; name it in unset if it is to be removed");
    if (value !== undefined) patch[name] = value;
  }
  for (const name of unset) {
    if (Object.hasOwn(patch, name)) throw refusedBody(`/${name}`, "is both set and unset");
    patch[name] = null;
  }
  checkMergePatch(patch);
  return patch as Partial<T>;
}
