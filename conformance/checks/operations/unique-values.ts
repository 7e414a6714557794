/** Values that no two things that are created may share, such as a name: told by what a service refuses the second time. */
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { newId } from "../../base/new-id.ts";
import { withValueAt } from "../../base/pointer.ts";
import { isObject } from "../../base/shape.ts";
import type { Run } from "../kit/check.ts";
import type { Described, Row } from "./operation.ts";

/** What is known of them for one operation. */
export interface UniqueValues {
  /** JSON pointers into a body; empty while nothing is known. */
  readonly pointers: readonly string[];
  /** The value at each place in what was sent under an idempotency key: a retry has the same one. */
  readonly underKey: Map<string, unknown>;
  /** All that were sent. */
  readonly used: Set<string>;
}

/** How many places are tried one by one; where none helps, all of them are at once. */
const mostTried = 6;

/** True for an operation each success of which may create something. */
export function creates({ method, responses }: Pick<Row, "method" | "responses">): boolean {
  return method === "POST" && "201" in responses;
}

/** What is known of an operation, kept for the whole run. */
export function uniqueValuesOf(run: Run, { row }: Described) {
  return run.recall<{ known: UniqueValues | null }>(`unique values of ${row.id}`, { known: null });
}

/** The places of a body that may have to be unique, in groups that are tried one after the other. */
export function placesToTry(body: unknown): readonly (readonly string[])[] {
  const all = textsIn(body);
  const single = all.slice(0, mostTried).map((pointer) => [pointer]);
  return all.length > 1 ? [...single, all] : single;
}

function textsIn(value: unknown, pointer = ""): readonly string[] {
  if (typeof value === "string") return pointer === "" ? [] : [pointer];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    /[~/]/.test(name) ? [] : textsIn(part, `${pointer}/${name}`),
  );
}

/**
 * A body with new values where they have to be unique, the same ones under the same idempotency key; the body itself where
 * it has none, or none that can be sent. A body that the description forbids stays as it is: that is what is asked about.
 */
export function withUniqueValues(
  { row }: Pick<Described, "row">,
  known: UniqueValues | null,
  body: unknown,
  idempotencyKey?: string,
): unknown {
  const isAllowed = (one: unknown) => row.body === null || validators[row.body](one);
  if (known === null || !isAllowed(body)) return body;
  return known.pointers.reduce((whole, pointer) => {
    const value = valueAt(whole, pointer);
    if (typeof value !== "string") return whole;
    const key = `${idempotencyKey} ${pointer} ${value}`;
    const before = idempotencyKey === undefined ? undefined : known.underKey.get(key);
    const isFree = (other: string) => !known.used.has(other) && isAllowed(withValueAt(whole, pointer, other));
    const next = before ?? newId(value, isFree);
    if (next === null) return whole;
    known.used.add(String(next));
    known.underKey.set(key, next);
    return withValueAt(whole, pointer, next);
  }, body);
}
