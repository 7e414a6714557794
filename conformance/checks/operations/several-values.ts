/**
 * A list that is asked for two values of one filter at once: it shows the items that have either, or those that have both.
 * Which of the two is meant, a description seldom says; what is neither contradicts both.
 */
import { valueAt } from "../../../src/core/json.ts";
import { held } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { has, mayHave, type Seen } from "./filter-facts.ts";
import type { FilterValue, NamedFilter } from "./filter-values.ts";
import { type Described, nameOf } from "./operation.ts";
import { idsIn, somePages } from "./pages.ts";

/** Two values of which some item has only the one, and some only the other; null where no two are like that. */
export function twoToAsk(
  named: NamedFilter,
  values: readonly FilterValue[],
  items: readonly unknown[],
): readonly [FilterValue, FilterValue] | null {
  const hasOnly = (value: FilterValue, other: FilterValue) =>
    items.some((item) => has({ ...named, value }, item) && !has({ ...named, value: other }, item));
  const pairs = values.flatMap((value, index) =>
    values.slice(index + 1).map((other) => [value, other] as const),
  );
  const telling = pairs.filter(([value, other]) => hasOnly(value, other) && hasOnly(other, value));
  const isTogether = (pair: readonly FilterValue[]) =>
    items.some((item) => pair.every((value) => has({ ...named, value }, item)));
  // Where some item has both, it is shown whatever is meant.
  return telling.find(isTogether) ?? telling[0] ?? null;
}

/** Judges what a list showed with two values of a filter. */
export function judgeSeveral(
  one: Described,
  named: NamedFilter,
  values: readonly [FilterValue, FilterValue],
  seen: Omit<Seen, "unlike">,
): Fact {
  const { name, filter } = named;
  const request = `${nameOf(one.row)} with ${values.join(" and ")} as ${name}`;
  const violated = (message: string, received: string): Fact => ({
    kind: "violated",
    message,
    expected: [`every item whose ${filter.pointer} is either of them, or is both, and no other`],
    received,
    pointer: filter.pointer,
    exchanges: seen.pages,
  });
  const asked = values.map((value) => ({ ...named, value }));
  const stranger = seen.shown.find((item) => !asked.some((each) => mayHave(each, item)));
  if (stranger !== undefined)
    return violated(`${request} lists items that it was not asked for.`, `${[...idsIn(one, [stranger])][0]}`);
  const idOf = (item: unknown) => [...idsIn(one, [item])][0];
  const [found, after] = [seen.shown, seen.after.filter((item) => asked.some((each) => has(each, item)))].map(
    (items) => idsIn(one, items),
  );
  const isIn = (ids: ReadonlySet<string> | undefined, item: unknown) => ids?.has(idOf(item) ?? "") === true;
  // What has one of the values all the time has to be shown, if items with either are meant; with both, it is in any case.
  const lasting = seen.before.filter((item) => isIn(after, item) && asked.some((each) => has(each, item)));
  const hasBoth = (item: unknown) => asked.every((each) => has(each, item));
  const isOfLists = seen.before.some((item) => Array.isArray(valueAt(item, filter.pointer)));
  const ofOne = seen.shown.find((item) => !hasBoth(item));
  const isOfEither = ofOne !== undefined || !isOfLists;
  const lacking = lasting.find((item) => !isIn(found, item) && (isOfEither || hasBoth(item)));
  if (lacking === undefined || seen.pages.length >= somePages)
    return held("two values of a filter left what has either, or both", seen.pages[0]);
  return violated(
    `${request} leaves out some of the items that it was asked for.`,
    `${ofOne === undefined ? "" : `${idOf(ofOne)}, and `}no ${idOf(lacking)}`,
  );
}
