/** Which items of a list stand for all: an error in one kind of them is seen only on one of that kind. */
import { valueAt } from "../../../src/core/json.ts";
import { isObject } from "../../base/shape.ts";

/** How many items stand for all at most. */
export const mostVaried = 12;

/** How many values of a part are told from one another at most, such as states: with more of them, its kind alone counts. */
const mostValues = 8;

/** A part of an item: where it is, and its value. */
type Part = readonly [pointer: string, value: unknown];

function partsOf(value: unknown, pointer = ""): readonly Part[] {
  if (Array.isArray(value)) {
    const inner = value.flatMap((one) => partsOf(one, `${pointer}/*`));
    return [[`${pointer}/*`, value.length === 0 ? null : "some"], ...inner];
  }
  if (!isObject(value)) return [[pointer, value]];
  return Object.entries(value).flatMap(([name, one]) => partsOf(one, `${pointer}/${name}`));
}

/** What is told of a value where there are too many to tell them apart. */
function kindOf(value: unknown): string {
  return value === null || value === "" || value === 0 ? String(value) : typeof value;
}

/**
 * The ids of the first item, of the one in the middle and of the last, since each may be kept elsewhere, and of others that
 * show what none of these does: a state, a part that is null, one that is left out by the others.
 *
 * @param pointer - JSON pointer to the id in an item.
 */
export function variedIds(items: readonly unknown[], pointer: string): readonly string[] {
  const parts = items.map((item) => partsOf(item).filter(([at]) => at !== pointer));
  const values = new Map<string, Set<unknown>>();
  for (const [at, value] of parts.flat()) values.set(at, (values.get(at) ?? new Set()).add(value));
  // What each item has for itself, such as a name, is no kind of item.
  const most = Math.min(mostValues, items.length / 2);
  const isTold = (at: string) => (values.get(at)?.size ?? 0) <= most;
  const features = parts.map((all) =>
    all.map(([at, value]) => `${at} ${isTold(at) ? JSON.stringify(value) : kindOf(value)}`),
  );
  const places = [0, Math.floor(items.length / 2), items.length - 1];
  const met = new Set(places.flatMap((place) => features[place] ?? []));
  for (const [place, own] of features.entries()) {
    if (places.length >= mostVaried || own.every((one) => met.has(one))) continue;
    for (const one of own) met.add(one);
    places.push(place);
  }
  const ids = places
    .map((place) => valueAt(items[place], pointer))
    .filter((id) => id !== undefined && id !== null);
  return [...new Set(ids.map(String))];
}
