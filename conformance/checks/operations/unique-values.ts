/** Values that no two things that are created may share, such as a name: told by what a service refuses the second time. */
import { isDeepStrictEqual } from "node:util";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { newId } from "../../base/new-id.ts";
import { withValueAt } from "../../base/pointer.ts";
import { isObject } from "../../base/shape.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { isMoment, movedBy } from "./moments.ts";
import { learned, type Moved, momentsAt, nextMove, notMoved } from "./moved-moments.ts";
import type { Described, Row } from "./operation.ts";

/** What is known of them for one operation. */
export interface UniqueValues {
  /** JSON pointers into a body, with `*` for each item of a list; empty while nothing is known. */
  readonly pointers: readonly string[];
  /** The value at each place in what was sent under an idempotency key: a retry has the same one. */
  readonly underKey: Map<string, unknown>;
  /** All that were sent. */
  readonly used: Set<string>;
  /** How its moments were moved: later than all that were sent. */
  moved: Moved;
  /** By how many days they were moved in the latest request; null where they were not. */
  latest: number | null;
}

/** What is known where nothing has to be unique, or before any place was tried. */
export const nothingUnique = (): UniqueValues => ({
  ...{ pointers: [], underKey: new Map(), used: new Set() },
  moved: notMoved,
  latest: null,
});

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

/**
 * The places of a body that may have to be unique, in groups that are tried one after the other: its moments together, as
 * the beginning of something and its end, and then each text.
 */
export function placesToTry(body: unknown): readonly (readonly string[])[] {
  const all = textsIn(body);
  const moments = all.filter((place) => placesIn(body, place).every((at) => isMoment(valueAt(body, at))));
  const single = all
    .filter((pointer) => !moments.includes(pointer))
    .slice(0, mostTried)
    .map((pointer) => [pointer]);
  return [moments, ...single, all].filter(
    (group, index, groups) =>
      group.length > 0 && groups.findIndex((other) => isDeepStrictEqual(other, group)) === index,
  );
}

function textsIn(value: unknown, pointer = ""): readonly string[] {
  if (typeof value === "string") return pointer === "" ? [] : [pointer];
  if (Array.isArray(value)) return [...new Set(value.flatMap((part) => textsIn(part, `${pointer}/*`)))];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    /[~/]/.test(name) ? [] : textsIn(part, `${pointer}/${name}`),
  );
}

/** The pointers of a place in a body, one for each item of a list. */
function placesIn(body: unknown, place: string): readonly string[] {
  const [before = "", ...rest] = place.split("/*");
  if (rest.length === 0) return [place];
  const list = valueAt(body, before);
  if (!Array.isArray(list)) return [];
  return list.flatMap((item, index) =>
    placesIn(item, rest.join("/*")).map((inner) => `${before}/${index}${inner}`),
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
  const places = known.pointers.flatMap((place) => placesIn(body, place));
  const moments = places.filter((pointer) => isMoment(valueAt(body, pointer)));
  const later = movedTo(known, body, moments, idempotencyKey);
  return places.reduce((whole, pointer) => {
    const value = valueAt(whole, pointer);
    if (typeof value !== "string" || moments.includes(pointer)) return whole;
    const key = `${idempotencyKey} ${pointer} ${value}`;
    const before = idempotencyKey === undefined ? undefined : known.underKey.get(key);
    const isFree = (other: string) => !known.used.has(other) && isAllowed(withValueAt(whole, pointer, other));
    const next = before ?? newId(value, isFree);
    if (next === null) return whole;
    known.used.add(String(next));
    known.underKey.set(key, next);
    return withValueAt(whole, pointer, next);
  }, later);
}

/** A body whose moments are later than all that were sent before; the same under the same idempotency key. */
function movedTo(known: UniqueValues, body: unknown, pointers: readonly string[], idempotencyKey?: string) {
  if (pointers.length === 0) return body;
  const moments = momentsAt(body, pointers);
  const key = `${idempotencyKey} ${moments.join()}`;
  const before = idempotencyKey === undefined ? undefined : known.underKey.get(key);
  if (before !== undefined) return movedBy(Number(before), body, pointers);
  const { by, ...moved } = nextMove(known.moved, moments);
  known.moved = moved;
  known.latest = by;
  known.underKey.set(key, by);
  return movedBy(by, body, pointers);
}

/**
 * Notes what came of a request as specified: where moments are too far ahead for the service, the next ones begin anew.
 *
 * @returns True if that was just seen, so that the same request with other moments may be accepted.
 */
export function learnFrom(known: UniqueValues, exchange: Exchange): boolean {
  const { latest: by, moved } = known;
  known.latest = null;
  const isAccepted = succeeded(exchange);
  if (by === null || exchange.alteration !== null) return false;
  if (!isAccepted && ![400, 422].includes(exchange.response?.status ?? 0)) return false;
  known.moved = learned(moved, by, isAccepted);
  return !isAccepted && known.moved.bound === by;
}
