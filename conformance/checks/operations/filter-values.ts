/** Which values a filter is asked for: those that the description names, or some that items have. */
import type { Filter } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { delimiters } from "../../base/query-list.ts";
import type { Described } from "./operation.ts";

/** A filter, and the parameter that takes its value. */
export interface NamedFilter {
  readonly name: string;
  readonly filter: Filter;
}

/** A value that a filter is asked for. */
export type FilterValue = string | number | boolean;

/** What an item shows where a filter looks: one value, or each of a list. */
export function shownAt({ filter }: NamedFilter, item: unknown): readonly unknown[] {
  return [valueAt(item, filter.pointer)].flat();
}

/** Values of a filter that are asked for: of a long enumeration, the first. */
const mostNamed = 6;
/** Of what items have, fewer: each stands for any other. */
const mostShown = 3;
/** Text that no server takes for more than itself, such as for an operator of a search or a mask. */
const plainText = /^[\p{L}\p{N}]+(?:[ ._@+-][\p{L}\p{N}]+)*$/u;

/** The values that a filter is asked for; of what items have, those of later pages, where a filter may be forgotten. */
export function valuesToAsk(one: Described, named: NamedFilter, items: readonly unknown[]) {
  const { filter } = named;
  if (filter.values !== null)
    return filter.values.filter((value) => isAskable(one, named, value)).slice(0, mostNamed);
  const shown = items.flatMap((item) => shownAt(named, item)).reverse();
  const values = shown.filter((value): value is string | number => isAskable(one, named, value));
  return [...new Set([...beginnersIn(values), ...values])].slice(0, mostShown);
}

/** One of the texts with which another one begins, where there is one: what looks for beginnings finds both. */
function beginnersIn(values: readonly FilterValue[]): readonly FilterValue[] {
  const texts = [...new Set(values.filter((value) => typeof value === "string"))].sort();
  return texts.filter((text, index) => text !== "" && texts[index + 1]?.startsWith(text)).slice(0, 1);
}

/**
 * The longest beginning of a value that the description lets a parameter take and that no item has: where a value is the
 * same or not, it is another one and finds nothing. null where there is none.
 */
export function beginningOf(
  one: Described,
  named: NamedFilter,
  values: readonly FilterValue[],
  items: readonly unknown[],
): string | null {
  // Without bounds, nothing says that a part of a value is allowed.
  if (named.filter.isName !== true || one.row.queryBounds[named.name] === undefined) return null;
  const shown = items.flatMap((item) => shownAt(named, item));
  const texts = values.filter((value) => typeof value === "string");
  const beginnings = texts.flatMap((text) =>
    Array.from({ length: text.length }, (_, index) => text.slice(0, text.length - 1 - index)),
  );
  return beginnings.find((text) => isAskable(one, named, text) && !shown.includes(text)) ?? null;
}

/** Tells whether a value can stand in a query, means itself and may be asked for by the description. */
export function isAskable(
  { row }: Described,
  { name, filter }: NamedFilter,
  value: unknown,
): value is FilterValue {
  const list = row.queryLists?.[name];
  // Within a list in one text it would be two values.
  if (list?.explode === false && String(value).includes(delimiters[list.style])) return false;
  if (filter.values !== null) return filter.values.some((one) => one === value);
  const isPlain = row.query[name] === "integer" ? Number.isSafeInteger(value) : isPlainText(value);
  const bounds = row.queryBounds[name];
  return isPlain && (bounds === undefined || validators[bounds](value));
}

const isPlainText = (value: unknown) => typeof value === "string" && plainText.test(value);

/** Text without its case. */
export function folded(value: unknown): string {
  return String(value).toLowerCase();
}

/**
 * A text like another one that has no letter, word or beginning in common with what items have, so that no search finds
 * them all; null where the description allows none.
 */
export function textUnlike(one: Described, named: NamedFilter, text: string, items: readonly unknown[]) {
  const all = items.map((item) => folded(valueAt(item, named.filter.pointer)));
  const others = [
    text.replace(/[\p{L}\p{N}]/gu, "q"),
    text.replace(/[\p{L}\p{N}]/gu, "Q"),
    text.replace(/[0-9]/g, "9"),
  ];
  const isFree = (other: string) => !all.some((value) => value.includes(folded(other)));
  return others.find((other) => isAskable(one, named, other) && isFree(other)) ?? null;
}
