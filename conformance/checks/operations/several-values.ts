/**
 * A list that is asked for two values of one filter at once: it shows the items that have either, or those that have both.
 * Which of the two is meant, a description seldom says; what is neither contradicts both.
 */
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
  for (const [index, value] of values.entries())
    for (const other of values.slice(index + 1))
      if (hasOnly(value, other) && hasOnly(other, value)) return [value, other];
  return null;
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
  const found = idsIn(one, seen.shown);
  const after = idsIn(one, seen.after);
  const lasting = seen.before.filter((item) => [...idsIn(one, [item])].some((id) => after.has(id)));
  const isShown = (item: unknown) => [...idsIn(one, [item])].some((id) => found.has(id));
  const ofEither = lasting.filter((item) => asked.some((each) => has(each, item)));
  const lacking = ofEither.find((item) => !isShown(item));
  const ofOne = ofEither.find((item) => isShown(item) && !asked.every((each) => has(each, item)));
  if (lacking === undefined || ofOne === undefined || seen.pages.length >= somePages)
    return held("two values of a filter left what has either, or both", seen.pages[0]);
  const [left, shown] = [lacking, ofOne].map((item) => [...idsIn(one, [item])][0]);
  return violated(
    `${request} lists some of the items with one of them, and leaves out others.`,
    `${shown}, and no ${left}`,
  );
}
